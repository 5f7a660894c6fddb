import { t } from '@lingui/core/macro';
import type { Passkey } from '#web/auth/identity.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { translateBrowserName } from './session-list.tsx';

const dateFormat = new Intl.DateTimeFormat(pageLocale, { dateStyle: 'medium' });

/**
 * Returns the passkey's name, or `Passkey`. Until the user changes the name, it is the browser that added the
 * passkey.
 */
export const passkeyName = ({ name }: Passkey): string => translateBrowserName(name) ?? t`Passkey`;

export function passkeyDates({ addedAt, lastUsedAt }: Passkey): string {
  const added = dateFormat.format(addedAt);
  if (lastUsedAt === undefined) return t`Added ${added}, not used yet`;
  const used = dateFormat.format(lastUsedAt);
  return t`Added ${added}, last used ${used}`;
}
