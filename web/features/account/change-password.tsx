import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { PasswordField } from '#web/features/sign-in/account-fields.tsx';
import { changePassword, signInAgain } from '#web/session/account.ts';
import { IdentityError } from '#web/session/identity.ts';
import { SecondFactorNeeded, type SecondStep } from '#web/session/second-factors.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { Refusal } from './refusal.tsx';
import { ChangedPasswordFields } from './schema.ts';
import { useAttempt } from './use-attempt.ts';

type Props = {
  email: string;
  /** Asks for the code that is owed beside the password; false when they would rather not. */
  finishSignIn: (step: SecondStep) => Promise<boolean>;
};

/** Another password in place of the present one, which is asked for. */
export function ChangePassword({ email, finishSignIn }: Props) {
  const { failure, attempt } = useAttempt();
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(ChangedPasswordFields),
    defaultValues: { currentPassword: '', password: '' },
  });

  /** False when it is not theirs, or they would rather not go on. */
  async function prove(password: string): Promise<boolean> {
    try {
      await signInAgain(password);
      return true;
    } catch (error) {
      if (error instanceof SecondFactorNeeded) return finishSignIn(error.step);
      if (!(error instanceof IdentityError) || !isWrong(error)) throw error;
      setError('currentPassword', { message: t`This is not your present password.` }, { shouldFocus: true });
      return false;
    }
  }

  const submit = handleSubmit(({ currentPassword, password }) =>
    attempt(async () => {
      if (!(await prove(currentPassword))) return;
      await changePassword(password);
      toast.success(t`Your password is saved. Other devices are signed out.`);
      reset();
    }),
  );

  const { errors, isSubmitting } = formState;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="username" value={email} autoComplete="username" />
      <PasswordField
        control={register('currentPassword')}
        label={t`Present password`}
        error={errors.currentPassword?.message}
        autoComplete="current-password"
      />
      <PasswordField
        control={register('password')}
        label={t`New password`}
        error={errors.password?.message}
        autoComplete="new-password"
      />
      <Refusal text={failure} />
      <Button type="submit" look="quiet" busy={isSubmitting} className="justify-self-start">
        <Trans>Change password</Trans>
      </Button>
    </form>
  );
}

const isWrong = ({ code }: IdentityError): boolean => ['wrong-password', 'invalid-credential'].includes(code);
