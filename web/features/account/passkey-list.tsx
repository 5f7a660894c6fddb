import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { Passkey } from '#web/auth/passkey-api.ts';
import { ActionButton, ActionForm } from '#web/components/action-form.tsx';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/field.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { CancelButton } from './enrollment-code.tsx';
import { passkeyDates, passkeyName } from './passkey-name.ts';
import { Name } from './schema.ts';

type Actions = {
  onRename: (passkey: Passkey, name: string) => Promise<void>;
  onRemove: (passkey: Passkey) => Promise<void>;
};

export function PasskeyList({ passkeys, ...actions }: Actions & { passkeys: Passkey[] }) {
  const [renamingId, setRenamingId] = useState<string>();
  if (passkeys.length === 0) return null;
  return (
    <ul className="grid gap-4">
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          {passkey.id === renamingId ? (
            <RenameForm
              passkey={passkey}
              onRename={actions.onRename}
              onClose={() => setRenamingId(undefined)}
            />
          ) : (
            <PasskeyRow
              passkey={passkey}
              onRemove={actions.onRemove}
              onEdit={() => setRenamingId(passkey.id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

type RowProps = Pick<Actions, 'onRemove'> & { passkey: Passkey; onEdit: () => void };

/** The error of a removal is below the buttons. */
const rowClass =
  'flex flex-wrap items-center gap-x-3 gap-y-2 [&>[role=alert]]:order-1 [&>[role=alert]]:w-full';

function PasskeyRow({ passkey, onRemove, onEdit }: RowProps) {
  const name = passkeyName(passkey);
  return (
    <div className={rowClass}>
      <p className="grid grow basis-60">
        <strong>{name}</strong>
        <span className="bb-hint">{passkeyDates(passkey)}</span>
      </p>
      <Button variant="outlined" size="small" aria-label={t`Rename the passkey ${name}`} onClick={onEdit}>
        <Trans>Rename</Trans>
      </Button>
      <ActionButton
        variant="danger"
        size="small"
        aria-label={t`Remove the passkey ${name}`}
        onAction={() => onRemove(passkey)}
      >
        <Trans>Remove</Trans>
      </ActionButton>
    </div>
  );
}

type RenameProps = Pick<Actions, 'onRename'> & { passkey: Passkey; onClose: () => void };

function RenameForm({ passkey, onRename, onClose }: RenameProps) {
  const { form, field } = useFields(z.object({ name: Name }), {
    defaultValues: { name: passkeyName(passkey) },
  });
  useEffect(() => form.setFocus('name', { shouldSelect: true }), [form]);

  return (
    <ActionForm
      form={form}
      onSubmit={({ name }) => onRename(passkey, name).then(onClose)}
      submitLabel={t`Save name`}
      variant="outlined"
      others={<CancelButton onClick={onClose} />}
    >
      <TextField {...field('name')} label={t`Name of this passkey`} autoComplete="off" />
    </ActionForm>
  );
}
