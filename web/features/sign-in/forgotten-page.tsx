import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { sendPasswordReset } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { EmailField } from './account-fields.tsx';
import { failureText } from './failure-text.ts';
import { ForgottenFields } from './schema.ts';

type Props = { email: string /** With the address as it stands now. */; onBack: (email: string) => void };

/** Asks for the address and sends a link; says the same whether or not the address has an account. */
export function ForgottenPage({ email, onBack }: Props) {
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(ForgottenFields),
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (fields) => {
    setFailure(undefined);
    setSentTo(undefined);
    await sendPasswordReset(fields.email).then(
      () => setSentTo(fields.email),
      (error) => setFailure(failureText(error)),
    );
  });

  return (
    <div className="bb-page bb-section">
      <div className="bb-card mx-auto max-w-md p-6 sm:p-10">
        <h1 ref={focusOnMount} tabIndex={-1}>
          Choose a new password
        </h1>
        <p className="bb-hint mt-3 mb-6">We send a link to your email address. It works for one hour.</p>
        <form onSubmit={submit} noValidate className="grid gap-4">
          <EmailField control={register('email')} error={errors.email?.message} />
          <Button type="submit" busy={isSubmitting}>
            Send link
          </Button>
          <p role="alert" className="bb-error">
            {failure}
          </p>
          <p role="status">
            {sentTo &&
              `If ${sentTo} has an account here, a link is on its way. Look into your spam folder too.`}
          </p>
        </form>
        <p className="mt-4 text-center">
          <button type="button" className="bb-text-link" onClick={() => onBack(getValues('email'))}>
            Back to login
          </button>
        </p>
      </div>
    </div>
  );
}
