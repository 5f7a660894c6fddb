import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { Passkey } from '#web/auth/identity.ts';
import { ActionButton, ActionForm } from '#web/components/action-form.tsx';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/field.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { useFields } from '#web/components/use-fields.ts';
import { CancelButton } from './enrollment-code.tsx';
import { Name } from './name.ts';
import { passkeyDates, passkeyName } from './passkey-name.ts';

type Actions = {
  onRename: (passkey: Passkey, name: string) => Promise<void>;
  onRemove: (passkey: Passkey) => Promise<void>;
};

export function PasskeyList({ passkeys, ...actions }: Actions & { passkeys: Passkey[] }) {
  const [edited, setEdited] = useState<{ id: string; isOpen: boolean }>();
  if (passkeys.length === 0) return null;
  return (
    <ul className="grid gap-4">
      {passkeys.map((passkey) => {
        const { id } = passkey;
        const isEdited = edited?.id === id;
        const close = () => setEdited({ id, isOpen: false });
        return (
          <li key={id}>
            {isEdited && edited.isOpen ? (
              <RenameForm passkey={passkey} onRename={actions.onRename} onClose={close} />
            ) : (
              <PasskeyRow
                passkey={passkey}
                wasEdited={isEdited}
                onRemove={actions.onRemove}
                onEdit={() => setEdited({ id, isOpen: true })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

type RowProps = Pick<Actions, 'onRemove'> & { passkey: Passkey; wasEdited: boolean; onEdit: () => void };

/** Puts the alert of a failed removal on its own line below the buttons. */
const buttonsClass =
  'flex flex-wrap items-center gap-3 [&>[role=alert]]:order-1 [&>[role=alert]]:w-0 [&>[role=alert]]:min-w-full';

function PasskeyRow({ passkey, wasEdited, onRemove, onEdit }: RowProps) {
  const name = passkeyName(passkey);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <p className="grid grow basis-60">
        <strong>{name}</strong>
        <span className="bb-hint">{passkeyDates(passkey)}</span>
      </p>
      <div className={buttonsClass}>
        <Button
          ref={wasEdited ? focusOnMount : undefined}
          variant="outlined"
          size="small"
          aria-label={t`Rename the passkey ${name}`}
          onClick={onEdit}
        >
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
