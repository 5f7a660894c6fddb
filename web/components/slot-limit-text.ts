import { t } from '@lingui/core/macro';
import { formatNumber } from '#web/i18n/numbers.ts';

/** Tells a member who has as many slots at centers as one can have what to do. */
export function slotLimitText(limit: number): string {
  const count = formatNumber(limit);
  return t`You have ${count} appointments at donation centers, which is the most. Cancel one, or wait until one is over.`;
}
