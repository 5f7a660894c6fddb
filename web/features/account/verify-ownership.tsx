import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import type { EmailOwnershipProof } from '#web/auth/identity.ts';
import { ActionButton, ActionForm } from '#web/components/action-form.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { useFields } from '#web/components/use-fields.ts';
import { PasswordField } from '#web/features/sign-in/account-fields.tsx';
import { useAccountOfCode } from './account-of-code.ts';
import { ExistingPassword } from './existing-password.ts';

type Props = {
  code: string;
  title: string;
  /** Whether the address can be confirmed without the password, which is then removed. */
  isPasswordOptional: boolean;
  onProof: (proof: EmailOwnershipProof) => Promise<void>;
};

/**
 * Asks a signed-out user to prove that the account is theirs, because someone else may have registered with
 * this address and chosen the password.
 */
export default function VerifyOwnership({ code, title, isPasswordOptional, onProof }: Props) {
  const { form, field } = useFields(z.object({ password: ExistingPassword }), {
    defaultValues: { password: '' },
  });
  const { data: email } = useAccountOfCode(code);

  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {title}
      </h1>
      <p className="mt-4 mb-6">
        <Trans>To show that this account is yours, enter its password.</Trans>
      </p>
      <ActionForm form={form} onSubmit={onProof} submitLabel={t`Confirm with my password`} username={email}>
        <PasswordField {...field('password')} label={t`Your password`} autoComplete="current-password" />
      </ActionForm>
      {isPasswordOptional && (
        <section className="mt-8 grid justify-items-start gap-4">
          <h2>
            <Trans>Don't know the password?</Trans>
          </h2>
          <p>
            <Trans>
              Someone else may have registered with your address. You can confirm it without the password.
              This removes the password and every other way to sign in, and signs out every device. You then
              sign in with a link that we email you.
            </Trans>
          </p>
          <ActionButton variant="outlined" onAction={() => onProof({ removeOtherMethods: true })}>
            <Trans>Confirm without the password</Trans>
          </ActionButton>
        </section>
      )}
    </>
  );
}
