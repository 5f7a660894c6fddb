import { t } from '@lingui/core/macro';
import { formatNumber } from '#web/i18n/numbers.ts';

/** Returns advice for a member who has the maximum number of slots at centers. */
export function slotLimitText(limit: number): string {
  const count = formatNumber(limit);
  return t`You have ${count} appointments at donation centers, which is the most. Cancel one, or wait until one is over.`;
}
