import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { changePassword, signInAgain } from '#web/auth/account.ts';
import { Password } from '#web/auth/credentials.ts';
import { IdentityError } from '#web/auth/identity.ts';
import { MfaRequiredError } from '#web/auth/mfa-methods.ts';
import { CanceledByUser } from '#web/browser/canceled-by-user.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { toast } from '#web/components/toast.ts';
import { useFields } from '#web/components/use-fields.ts';
import { PasswordField } from '#web/features/sign-in/account-fields.tsx';
import { ExistingPassword } from './existing-password.ts';
import { useReauthentication, useRetryAfterSignIn } from './retry-after-sign-in.tsx';

const showSaved = () => toast.success(t`Your password is saved. Other devices are signed out.`);

/**
 * @throws IdentityError if the response was lost; its message says that the password may have been changed
 */
async function savePassword(password: string): Promise<void> {
  try {
    await changePassword(password);
  } catch (error) {
    if (!(error instanceof IdentityError) || error.code !== 'network-request-failed') throw error;
    throw new IdentityError(
      error.code,
      t`The connection failed, and we do not know whether your password was changed. If you are asked to sign in, use the new one.`,
    );
  }
}

/** Changes the password. Asks for the current one first. */
export function ChangePassword({ email }: { email: string }) {
  const signInWithChallenge = useReauthentication();
  const { form, field } = useFields(z.object({ currentPassword: ExistingPassword, password: Password }), {
    defaultValues: { currentPassword: '', password: '' },
  });

  /** @throws CanceledByUser when the password is wrong or the user cancels the verification */
  async function verifyCurrentPassword(password: string): Promise<void> {
    try {
      await signInAgain(password);
    } catch (error) {
      if (error instanceof MfaRequiredError) return signInWithChallenge({ challenge: error.challenge });
      if (!(error instanceof IdentityError) || !isWrongPassword(error)) throw error;
      const message = t`This is not your current password.`;
      form.setError('currentPassword', { message }, { shouldFocus: true });
      throw new CanceledByUser();
    }
  }

  return (
    <ActionForm
      form={form}
      username={email}
      submitLabel={t`Change password`}
      variant="outlined"
      onSubmit={async ({ currentPassword, password }) => {
        await verifyCurrentPassword(currentPassword);
        await savePassword(password);
        showSaved();
        form.reset();
      }}
    >
      <PasswordField
        {...field('currentPassword')}
        label={t`Current password`}
        autoComplete="current-password"
      />
      <PasswordField {...field('password')} label={t`New password`} autoComplete="new-password" />
    </ActionForm>
  );
}

const isWrongPassword = ({ code }: IdentityError): boolean =>
  ['wrong-password', 'invalid-credential'].includes(code);

/** Sets a first password for a user who signs in by other methods. */
export function SetPassword({ email }: { email: string }) {
  const retryAfterSignIn = useRetryAfterSignIn();
  const { form, field } = useFields(z.object({ password: Password }), { defaultValues: { password: '' } });
  return (
    <ActionForm
      form={form}
      username={email}
      submitLabel={t`Set a password`}
      variant="outlined"
      onSubmit={async ({ password }) => {
        await retryAfterSignIn(() => savePassword(password));
        showSaved();
        form.reset();
      }}
    >
      <p>
        <Trans>You don't have a password yet. You can set one.</Trans>
      </p>
      <PasswordField {...field('password')} label={t`New password`} autoComplete="new-password" />
    </ActionForm>
  );
}
