import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { PasswordField } from '#web/features/sign-in/account-fields.tsx';
import { changePassword } from '#web/session/account.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { recently } from './recently.ts';
import { Refusal } from './refusal.tsx';
import { PasswordFields } from './schema.ts';
import { useAttempt } from './use-attempt.ts';

type Props = { email: string; signInAgain: () => Promise<boolean> };

/** A first password, for who signs in by other ways so far. */
export function SetPassword({ email, signInAgain }: Props) {
  const { failure, attempt } = useAttempt();
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(PasswordFields),
    defaultValues: { password: '' },
  });

  const submit = handleSubmit(({ password }) =>
    attempt(async () => {
      const changed = await recently(() => changePassword(password).then(() => true), signInAgain);
      if (!changed) return;
      toast.success(t`Your password is saved. Other devices are signed out.`);
      reset();
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p>
        <Trans>You sign in without a password so far. You can have one too.</Trans>
      </p>
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="username" value={email} autoComplete="username" />
      <PasswordField
        control={register('password')}
        label={t`New password`}
        error={formState.errors.password?.message}
        autoComplete="new-password"
      />
      <Refusal text={failure} />
      <Button type="submit" look="quiet" busy={formState.isSubmitting} className="justify-self-start">
        <Trans>Set a password</Trans>
      </Button>
    </form>
  );
}
