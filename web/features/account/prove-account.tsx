import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { PasswordField } from '#web/features/sign-in/account-fields.tsx';
import type { EmailProof } from '#web/session/identity.ts';
import { Button } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { Refusal } from './refusal.tsx';
import { CurrentPasswordFields } from './schema.ts';
import { useAttempt } from './use-attempt.ts';
import { useBusy } from './use-busy.ts';

type Props = {
  title: string;
  /** The address can be confirmed without the password, which is removed then. */
  mayRemove: boolean;
  onProof: (proof: EmailProof) => Promise<void>;
};

/**
 * Asks whose account it is when nobody is signed in to it: somebody else may have registered with this address and
 * chosen the password.
 */
export function ProveAccount({ title, mayRemove, onProof }: Props) {
  const { failure, attempt } = useAttempt();
  const [removing, whileRemoving] = useBusy();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(CurrentPasswordFields),
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(({ password }) => attempt(() => onProof({ password })));
  const remove = () => whileRemoving(() => attempt(() => onProof({ removeOtherMethods: true })));

  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {title}
      </h1>
      <p className="mt-4 mb-6">
        <Trans>To show that this account is yours, enter its password.</Trans>
      </p>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <PasswordField
          control={register('password')}
          label={t`Your password`}
          error={formState.errors.password?.message}
          autoComplete="current-password"
        />
        <Refusal text={failure} />
        <Button type="submit" busy={formState.isSubmitting} className="justify-self-start">
          <Trans>Confirm with my password</Trans>
        </Button>
      </form>
      {mayRemove && (
        <section className="mt-8 grid justify-items-start gap-4">
          <h2>
            <Trans>You don't know the password?</Trans>
          </h2>
          <p>
            <Trans>
              Someone else may have registered with your address. You can confirm it without the password:
              this removes the password and every other way to sign in, and signs out every device. You then
              sign in with a link that we email you.
            </Trans>
          </p>
          <Button look="quiet" busy={removing} onClick={() => void remove()}>
            <Trans>Confirm without the password</Trans>
          </Button>
        </section>
      )}
    </>
  );
}
