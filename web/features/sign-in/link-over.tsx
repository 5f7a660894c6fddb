import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { sendSignInLink } from '#web/session/email-link.ts';
import { useSession } from '#web/session/session.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { failureText } from './failure-text.ts';

type Props = { email: string; expired: boolean; next: string };

/** A sign-in link that opens nothing any more, and what to do now. */
export function LinkOver({ email, expired, next }: Props) {
  const { state, user } = useSession();
  const [sending, setSending] = useState<'no' | 'busy' | 'sent'>('no');
  const [failure, setFailure] = useState<string>();

  async function send() {
    setSending('busy');
    setFailure(undefined);
    try {
      await sendSignInLink(email, next);
      setSending('sent');
    } catch (error) {
      setFailure(failureText(error));
      setSending('no');
    }
  }

  if (state === 'signed-in') {
    return (
      <>
        <h1 ref={focusOnMount} tabIndex={-1}>
          {t`You are signed in`}
        </h1>
        <p className="mt-4 mb-6">{t`This link was used already. You are signed in as ${user?.email ?? ''}.`}</p>
        <LinkButton to={next}>{t`Go on`}</LinkButton>
      </>
    );
  }
  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {t`This link does not work any more`}
      </h1>
      <p role="status" className="mt-4 mb-6">
        {sending === 'sent' ? t`Another link is on its way to ${email}.` : reasonFor(expired)}
      </p>
      <p role="alert" className="bb-error mb-4">
        {failure}
      </p>
      <div className="flex flex-wrap gap-3">
        {sending !== 'sent' && (
          <Button busy={sending === 'busy'} onClick={() => void send()}>
            {t`Send me another link`}
          </Button>
        )}
        <LinkButton look="quiet" to="/login">
          {t`Go to login`}
        </LinkButton>
      </div>
    </>
  );
}

const reasonFor = (expired: boolean): string =>
  expired
    ? t`It is too old: its time stands in the mail.`
    : t`Each link signs in once, and this one was used already, or part of it is missing.`;
