import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { changePassword, signInAgain } from '#web/auth/account.ts';
import { Password } from '#web/auth/credentials.ts';
import { IdentityError } from '#web/auth/identity.ts';
import { MfaRequiredError } from '#web/auth/mfa-methods.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { CancelledByUser } from '#web/components/form-error.tsx';
import { toast } from '#web/components/toast.ts';
import { useFields } from '#web/components/use-fields.ts';
import { PasswordField } from '#web/features/sign-in/account-fields.tsx';
import { useRetryAfterSignIn, useSignInAgain } from './retry-after-sign-in.tsx';
import { ExistingPassword } from './schema.ts';

const sayChanged = () => toast.success(t`Your password is saved. Other devices are signed out.`);

/** Another password in place of the present one, which is asked for. */
export function ChangePassword({ email }: { email: string }) {
  const finishSignIn = useSignInAgain();
  const { form, field } = useFields(z.object({ currentPassword: ExistingPassword, password: Password }), {
    defaultValues: { currentPassword: '', password: '' },
  });

  /** @throws Declined when it is not theirs, or they would rather not go on */
  async function prove(password: string): Promise<void> {
    try {
      await signInAgain(password);
    } catch (error) {
      if (error instanceof MfaRequiredError) return finishSignIn(error.step);
      if (!(error instanceof IdentityError) || !isWrong(error)) throw error;
      const message = t`This is not your current password.`;
      form.setError('currentPassword', { message }, { shouldFocus: true });
      throw new CancelledByUser();
    }
  }

  return (
    <ActionForm
      form={form}
      username={email}
      button={t`Change password`}
      look="quiet"
      send={async ({ currentPassword, password }) => {
        await prove(currentPassword);
        await changePassword(password);
        sayChanged();
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

const isWrong = ({ code }: IdentityError): boolean => ['wrong-password', 'invalid-credential'].includes(code);

/** A first password, for who signs in by other ways so far. */
export function SetPassword({ email }: { email: string }) {
  const recently = useRetryAfterSignIn();
  const { form, field } = useFields(z.object({ password: Password }), { defaultValues: { password: '' } });
  return (
    <ActionForm
      form={form}
      username={email}
      button={t`Set a password`}
      look="quiet"
      send={async ({ password }) => {
        await recently(() => changePassword(password));
        sayChanged();
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
