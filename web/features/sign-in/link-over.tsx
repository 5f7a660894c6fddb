import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { sendSignInLink } from '#web/session/email-link.ts';
import { useSession } from '#web/session/session.tsx';
import { Refusal, useAttempt } from '#web/ui/attempt.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { failureText } from './failure-text.ts';

type Props = { email: string; expired: boolean; next: string };

/** A sign-in link that opens nothing any more, and what to do now. */
export function LinkOver({ email, expired, next }: Props) {
  const { state, user } = useSession();
  const [sent, setSent] = useState(false);
  const { failure, busy, attempt } = useAttempt(failureText);
  const send = () => attempt(() => sendSignInLink(email, next).then(() => setSent(true)));

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
        {sent ? t`Another link is on its way to ${email}.` : reasonFor(expired)}
      </p>
      <div className="mb-4">
        <Refusal text={failure} />
      </div>
      <div className="flex flex-wrap gap-3">
        {!sent && (
          <Button busy={busy} onClick={() => void send()}>
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
