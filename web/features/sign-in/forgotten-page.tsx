import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { sendPasswordReset } from '#web/auth/auth-provider.tsx';
import { sendSignInLink } from '#web/auth/email-link.ts';
import { returnPath } from '#web/auth/return-location.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError } from '#web/components/form-error.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { EmailField } from './account-fields.tsx';
import { failureText } from './failure-text.ts';
import { ForgottenFields } from './schema.ts';

type Props = { email: string /** With the address as it stands now. */; onBack: (email: string) => void };

type Way = 'reset' | 'link';
type Sent = { way: Way; to: string };

/** Asks for the address and sends a link; says the same whether or not the address has an account. */
export function ForgotPasswordPage({ email, onBack }: Props) {
  const { state } = useLocation();
  const [busy, setBusy] = useState<Way>();
  const [sent, setSent] = useState<Sent>();
  const [failure, setFailure] = useState<string>();
  const { form, field } = useFields(ForgottenFields, { defaultValues: { email } });

  const send = (way: Way) =>
    form.handleSubmit(async ({ email: to }) => {
      setBusy(way);
      setFailure(undefined);
      setSent(undefined);
      try {
        if (way === 'reset') await sendPasswordReset(to);
        else await sendSignInLink(to, returnPath(state, location.origin));
        setSent({ way, to });
      } catch (error) {
        setFailure(failureText(error));
      }
      setBusy(undefined);
    });

  return (
    <div className="bb-page bb-section">
      <div className="bb-card mx-auto max-w-md p-6 sm:p-10">
        <h1 ref={focusOnMount} tabIndex={-1}>
          {t`Choose a new password`}
        </h1>
        <p className="bb-hint mt-3 mb-6">{t`We send a link to your email address. It works for one hour.`}</p>
        <form onSubmit={send('reset')} noValidate className="grid gap-4">
          <EmailField {...field('email')} />
          <Button type="submit" busy={busy === 'reset'} disabled={busy === 'link'}>
            {t`Send link`}
          </Button>
          <p className="bb-or my-1!">{t`OR`}</p>
          <Button
            look="quiet"
            busy={busy === 'link'}
            disabled={busy === 'reset'}
            onClick={() => void send('link')()}
          >
            {t`Email me a link that signs me in`}
          </Button>
          <FormError text={failure} />
          <p role="status">{sent && sentText(sent)}</p>
        </form>
        <p className="mt-4 text-center">
          <button type="button" className="bb-text-link" onClick={() => onBack(form.getValues('email'))}>
            {t`Back to login`}
          </button>
        </p>
      </div>
    </div>
  );
}

const sentText = ({ way, to }: Sent): string =>
  way === 'reset'
    ? t`If ${to} has an account, we sent a link to it. Check your spam folder.`
    : t`We sent a sign-in link to ${to}. It works once and expires at the time given in the email. Check your spam folder.`;
