import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { useForm } from 'react-hook-form';
import { register as createAccount } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { EmailField, NameField, PasswordField } from './account-fields.tsx';
import type { OnFailure } from './failure-text.ts';
import { greetNewUser } from './greet-new-user.ts';
import { PrivacyNotice } from './privacy-notice.tsx';
import { RegisterFields } from './schema.ts';

export function RegisterForm({ onFailure }: { onFailure: OnFailure }) {
  const hydrated = useHydrated();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(RegisterFields) });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ name, email, password }) => {
    onFailure(undefined);
    await createAccount(name, email, password).then(greetNewUser, onFailure);
  });

  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-4">
      <NameField control={register('name')} error={errors.name?.message} />
      <EmailField control={register('email')} error={errors.email?.message} />
      <PasswordField
        control={register('password')}
        error={errors.password?.message}
        autoComplete="new-password"
      />
      <PrivacyNotice />
      <Button type="submit" busy={isSubmitting} disabled={!hydrated}>
        {t`Register`}
      </Button>
      <p role="status" className="sr-only">
        {isSubmitting && t`Creating your account`}
      </p>
    </form>
  );
}
