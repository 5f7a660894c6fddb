import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { reloadUser } from '#web/auth/account.ts';
import { loadIdentityClient } from '#web/auth/auth-provider.tsx';
import { Password } from '#web/auth/credentials.ts';
import { IdentityError } from '#web/auth/identity.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { focusFirstField, focusOnMount } from '#web/components/focus-on-mount.ts';
import { Spinner } from '#web/components/spinner.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { PasswordField } from '#web/features/sign-in/account-fields.tsx';
import { useAccountOfCode } from './account-of-code.ts';
import { ExpiredCode } from './expired-code.tsx';
import { LostPasskeys } from './lost-passkeys.tsx';

/** Shows which account the link belongs to and asks for a new password. */
export default function ResetPassword({ code }: { code: string }) {
  const owner = useAccountOfCode(code);
  const [isDone, setIsDone] = useState(false);

  function finish() {
    setIsDone(true);
    // A new password ends every session, including this browser's.
    void reloadUser();
  }

  if (isDone) return <Done />;
  if (owner.error instanceof IdentityError && owner.error.code.endsWith('action-code')) {
    return <ExpiredCode reason={owner.error.message} nextStep={t`Get a new link on the login page.`} />;
  }
  return (
    <>
      <h1 className="mb-4">
        <Trans>Choose a new password</Trans>
      </h1>
      {owner.isPending && <Spinner label={t`Checking your link`} />}
      {owner.error && <ResetError text={owner.error.message} />}
      {owner.data !== undefined && <PasswordForm code={code} email={owner.data} onDone={finish} />}
    </>
  );
}

type FormProps = { code: string; email: string; onDone: () => void };

function PasswordForm({ code, email, onDone }: FormProps) {
  const { form, field } = useFields(z.object({ password: Password }), { defaultValues: { password: '' } });
  const [lost, setLost] = useState<string[]>([]);
  useEffect(focusFirstField, []);
  const save = async ({ password }: { password: string }) => {
    const identity = await loadIdentityClient();
    if (lost.length > 0) await identity.passkeys?.resetPassword(code, password, lost);
    else await identity.resetPassword(code, password);
    onDone();
  };
  return (
    <ActionForm form={form} onSubmit={save} submitLabel={t`Save password`} fullWidth username={email}>
      <p>
        <Trans>For the account of {email}.</Trans>
      </p>
      <PasswordField
        {...field('password')}
        label={t`New password`}
        autoComplete="new-password"
        data-first-focus
      />
      <LostPasskeys code={code} lost={lost} onChange={setLost} />
    </ActionForm>
  );
}

function ResetError({ text }: { text: string }) {
  return (
    <>
      <p role="alert" className="bb-error mb-6">
        {text}
      </p>
      <LinkButton to="/login">
        <Trans>Get a new link</Trans>
      </LinkButton>
    </>
  );
}

function Done() {
  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        <Trans>Your password is changed</Trans>
      </h1>
      <p role="status" className="mt-4 mb-6">
        <Trans>Sign in with your new password. Other devices are signed out.</Trans>
      </p>
      <LinkButton to="/login">
        <Trans>Go to login</Trans>
      </LinkButton>
    </>
  );
}
