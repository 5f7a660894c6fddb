import { zodResolver } from '@hookform/resolvers/zod';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Code } from '#web/session/credentials.ts';
import type { Enrolment } from '#web/session/second-factors.ts';
import { changePerson } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/code-field.tsx';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';

type Props = { enrolment: Enrolment; hint: string; onDone: () => void; onCancel: () => void };

/** The first code, which shows that the new second step works. */
export function EnrolmentCode({ enrolment, hint, onDone, onCancel }: Props) {
  const { failure, attempt } = useAttempt();
  const { register, handleSubmit, reset, setFocus, formState } = useForm({
    resolver: zodResolver(z.object({ code: Code })),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(({ code }) =>
    attempt(async () => {
      try {
        await changePerson(async ({ account }) => {
          await enrolment.finish(code);
          return account.reload();
        });
      } catch (error) {
        setFocus('code');
        reset();
        throw error;
      }
      onDone();
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
      <CodeField control={register('code')} error={errors.code?.message} hint={hint} />
      <Refusal text={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          <Trans>Confirm</Trans>
        </Button>
        <Button look="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
