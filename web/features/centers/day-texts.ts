import { t } from '@lingui/core/macro';
import type { CenterDay } from '#contract/centers.ts';
import { formatTime } from '#web/i18n/days.ts';

export function formatHours({ opens = '', closes = '' }: Pick<CenterDay, 'opens' | 'closes'>): string {
  const [start, end] = [formatTime(opens), formatTime(closes)];
  return t`${start} to ${end}`;
}
