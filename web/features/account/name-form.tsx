import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { changeName } from '#web/auth/account.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { toast } from '#web/components/toast.ts';
import { useFields } from '#web/components/use-fields.ts';
import { NameField } from '../sign-in/account-fields.tsx';
import { Name } from './name.ts';

export function NameForm({ name }: { name: string }) {
  const { form, field } = useFields(z.object({ name: Name }), {
    // Keep the text that the user is typing here if the name changes in another tab.
    values: { name },
    resetOptions: { keepDirtyValues: true },
  });
  const saveName = async (fields: { name: string }) => {
    await changeName(fields.name);
    toast.success(t`Your name is saved`);
  };
  return (
    <ActionForm form={form} onSubmit={saveName} submitLabel={t`Save name`} variant="outlined">
      <NameField {...field('name')} />
    </ActionForm>
  );
}
