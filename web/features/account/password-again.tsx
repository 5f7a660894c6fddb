import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { signInAgain } from '#web/session/account.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordFields } from './schema.ts';

type Props = { email: string; onPassword: (entering: Promise<void>) => Promise<void> };

export function PasswordAgain({ email, onPassword }: Props) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(PasswordFields),
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(({ password }) => onPassword(signInAgain(password)));

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <input type="hidden" name="username" value={email} autoComplete="username" />
      <Field label={t`Your password`} error={formState.errors.password?.message}>
        {(aria) => (
          <input
            {...aria}
            {...register('password')}
            type="password"
            autoComplete="current-password"
            className="bb-input"
            data-first-focus
          />
        )}
      </Field>
      <Button type="submit" busy={formState.isSubmitting}>
        <Trans>Go on</Trans>
      </Button>
    </form>
  );
}
