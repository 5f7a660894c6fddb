import { t } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { sendSignInLink } from '#web/auth/email-link.ts';
import { returnPath } from '#web/auth/return-path.ts';
import { sendPasswordReset } from '#web/auth/sign-in.ts';
import { Button } from '#web/components/button.tsx';
import { errorText } from '#web/components/error-text.ts';
import { focusFirstField } from '#web/components/focus-on-mount.ts';
import { FormError } from '#web/components/form-error.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { EmailField } from './account-fields.tsx';
import { EmailFields } from './schema.ts';

type Props = {
  email: string;
  /** Receives the address in the field. */
  onBack: (email: string) => void;
};

type LinkKind = 'reset' | 'link';
type Sent = { kind: LinkKind; email: string };

/** Emails a link to the given address. The message is the same whether or not the address has an account. */
export function ForgotPasswordPage({ email, onBack }: Props) {
  const { state } = useLocation();
  const titleId = useId();
  const [busyKind, setBusyKind] = useState<LinkKind>();
  const [sent, setSent] = useState<Sent>();
  const [failure, setFailure] = useState<{ kind: LinkKind; text: string }>();
  const { form, field } = useFields(EmailFields, { defaultValues: { email } });

  useEffect(focusFirstField, []);

  const send = (kind: LinkKind) =>
    form.handleSubmit(async ({ email }) => {
      setBusyKind(kind);
      setFailure(undefined);
      setSent(undefined);
      try {
        if (kind === 'reset') await sendPasswordReset(email);
        else await sendSignInLink(email, returnPath(state, location.origin));
        setSent({ kind, email });
      } catch (error) {
        setFailure({ kind, text: errorText(error) });
      }
      setBusyKind(undefined);
    });

  /** Directly beneath the button that was pressed. */
  const outcome = (kind: LinkKind) => (
    <div className="[&>p:not(:empty)]:mt-4">
      <FormError text={failure?.kind === kind ? failure.text : undefined} />
      <p role="status">{sent?.kind === kind && sentText(sent)}</p>
    </div>
  );

  return (
    <div className="bb-page bb-section">
      <div className="bb-card mx-auto max-w-md p-6 sm:p-10">
        <h1 id={titleId} tabIndex={-1}>
          {t`Choose a new password`}
        </h1>
        <p className="bb-hint mt-3 mb-6">{t`We will email you a link. It expires in one hour.`}</p>
        <form onSubmit={send('reset')} noValidate aria-labelledby={titleId} className="grid gap-4">
          <EmailField {...field('email')} data-first-focus />
          <div className="grid">
            <Button type="submit" isBusy={busyKind === 'reset'} disabled={busyKind === 'link'}>
              {t`Send link`}
            </Button>
            {outcome('reset')}
          </div>
          <p className="bb-or my-1">{t`OR`}</p>
          <div className="grid">
            <Button
              variant="outlined"
              isBusy={busyKind === 'link'}
              disabled={busyKind === 'reset'}
              onClick={() => void send('link')()}
            >
              {t`Email me a link that signs me in`}
            </Button>
            {outcome('link')}
          </div>
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

const sentText = ({ kind, email }: Sent): string =>
  kind === 'reset'
    ? t`If ${email} has an account, we sent a link to it. Check your spam folder.`
    : t`We sent a sign-in link to ${email}. It works once. The email says how long it is valid. Check your spam folder.`;
