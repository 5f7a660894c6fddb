import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Passkey } from '#web/auth/passkey-api.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { pageLocale } from '#web/i18n/language.ts';
import { translateBrowserName } from './session-list.tsx';

type Props = { passkeys: Passkey[]; onRemove: (passkey: Passkey) => Promise<void> };

const dateFormat = new Intl.DateTimeFormat(pageLocale, { dateStyle: 'medium' });

/** The button stays beside the name at every width; its error is below both. */
const rowClass = [
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1',
  '[&>[role=alert]]:order-1 [&>[role=alert]]:col-span-full',
].join(' ');

export function PasskeyList({ passkeys, onRemove }: Props) {
  if (passkeys.length === 0) return null;
  return (
    <ul className="grid gap-4">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={rowClass}>
          <strong>{passkeyName(passkey)}</strong>
          <ActionButton
            variant="danger"
            size="small"
            aria-label={removeLabel(passkey)}
            onAction={() => onRemove(passkey)}
          >
            <Trans>Remove</Trans>
          </ActionButton>
          <span className="bb-hint col-span-full">{passkeyDates(passkey)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Passkeys are named after the browser that added them. */
export const passkeyName = ({ name }: Passkey): string => translateBrowserName(name) ?? t`Passkey`;

/** Returns when the passkey was added and last used. */
export function passkeyDates({ addedAt, lastUsedAt }: Passkey): string {
  const added = dateFormat.format(addedAt);
  if (lastUsedAt === undefined) return t`Added ${added}, not used yet`;
  const used = dateFormat.format(lastUsedAt);
  return t`Added ${added}, last used ${used}`;
}

function removeLabel(passkey: Passkey): string {
  const name = passkeyName(passkey);
  return t`Remove the passkey ${name}`;
}
