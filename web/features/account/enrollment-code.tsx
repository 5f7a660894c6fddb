import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { changeUser } from '#web/auth/auth-provider.tsx';
import type { Enrollment } from '#web/auth/identity.ts';
import { Code } from '#web/auth/verification-code.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { Button } from '#web/components/button.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { CodeField } from '#web/features/sign-in/code-field.tsx';

export type AddMethodProps = { onDone: () => void; onCancel: () => void };

export const CancelButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="text" onClick={onClick}>
    {t`Cancel`}
  </Button>
);

type Props = AddMethodProps & { enrollment: Enrollment; hint: string };

/** Asks for the first code, which proves that the new verification method works. */
export function EnrollmentCode({ enrollment, hint, onDone, onCancel }: Props) {
  const { form, field } = useFields(z.object({ code: Code }), { defaultValues: { code: '' } });

  async function finish({ code }: { code: string }) {
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
  }

  return (
    <div className="max-w-sm">
      <ActionForm
        form={form}
        onSubmit={finish}
        submitLabel={t`Confirm`}
        others={<CancelButton onClick={onCancel} />}
      >
        <CodeField {...field('code')} hint={hint} data-first-focus />
      </ActionForm>
    </div>
  );
}
