import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { changeUser } from '#web/auth/auth-provider.tsx';
import { Code } from '#web/auth/credentials.ts';
import type { Enrollment } from '#web/auth/mfa-methods.ts';
import { Button } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { CodeField } from '#web/features/sign-in/account-fields.tsx';

export type AddMethodProps = { onDone: () => void; onCancel: () => void };

type Props = AddMethodProps & { enrollment: Enrollment; hint: string };

/** Asks for the first code, which proves that the new verification method works. */
export function EnrollmentCode({ enrollment, hint, onDone, onCancel }: Props) {
  const { failure, attempt } = useFormAction();
  const { form, field, isSubmitting } = useFields(z.object({ code: Code }), { defaultValues: { code: '' } });

  const submit = form.handleSubmit(({ code }) =>
    attempt(async () => {
      try {
        await changeUser(async ({ account }) => {
          await enrollment.finish(code);
          return account.reload();
        });
      } catch (error) {
        form.setFocus('code');
        form.reset();
        throw error;
      }
      onDone();
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
      <CodeField {...field('code')} hint={hint} data-first-focus />
      <FormError text={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          <Trans>Confirm</Trans>
        </Button>
        <Button variant="text" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
