import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { NameField } from '#web/features/sign-in/account-fields.tsx';
import { changeName } from '#web/session/account.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { Refusal } from './refusal.tsx';
import { NameFields } from './schema.ts';
import { useAttempt } from './use-attempt.ts';

/** How the person is greeted. */
export function NameForm({ name }: { name: string }) {
  const { failure, attempt } = useAttempt();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(NameFields),
    // Another tab may change it meanwhile; what is being typed here stays.
    values: { name },
    resetOptions: { keepDirtyValues: true },
  });

  const submit = handleSubmit((fields) =>
    attempt(async () => {
      await changeName(fields.name);
      toast.success(t`Your name is saved`);
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <NameField control={register('name')} error={formState.errors.name?.message} />
      <Refusal text={failure} />
      <Button type="submit" look="quiet" busy={formState.isSubmitting} className="justify-self-start">
        <Trans>Save name</Trans>
      </Button>
    </form>
  );
}
