import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Code } from '#web/session/credentials.ts';
import type { Enrolment } from '#web/session/second-factors.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/code-field.tsx';

type Props = { enrolment: Enrolment; hint: string; onDone: () => void; onCancel: () => void };

/** The first code, which shows that the new second step works. */
export function EnrolmentCode({ enrolment, hint, onDone, onCancel }: Props) {
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, reset, setFocus, formState } = useForm({
    resolver: zodResolver(z.object({ code: Code })),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ code }) => {
    setFailure(undefined);
    try {
      await enrolment.finish(code);
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'This did not work. Please try again.');
      reset();
      setFocus('code');
    }
  });

  return (
    <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
      <CodeField control={register('code')} error={errors.code?.message} hint={hint} />
      <p role="alert" className="bb-error">
        {failure}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          Confirm
        </Button>
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
