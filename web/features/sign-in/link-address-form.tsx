import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { useForm } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { EmailField } from './account-fields.tsx';
import { ForgottenFields } from './schema.ts';

type Props = { email: string; failure: string | undefined; onSubmit: (email: string) => Promise<void> };

/** Asks which address a link was mailed to: whoever finds the link alone cannot use it. */
export function LinkAddressForm({ email, failure, onSubmit }: Props) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ForgottenFields),
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit((fields) => onSubmit(fields.email));

  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {t`Sign in with your link`}
      </h1>
      <p className="bb-hint mt-3 mb-6">{t`Which address did we mail the link to?`}</p>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <EmailField control={register('email')} error={errors.email?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t`Sign in`}
        </Button>
        <p role="alert" className="bb-error">
          {failure}
        </p>
      </form>
    </>
  );
}
