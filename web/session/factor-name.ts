import { t } from '@lingui/core/macro';
import type { Factor } from './second-factors.ts';

/** How a person knows one of their second factors; of a phone number the last four digits. */
export function factorName({ kind, name }: Factor): string {
  const lastFour = name.slice(-4);
  return kind === 'phone' ? t`Phone ending in ${lastFour}` : name || t`Authenticator app`;
}
