import { t } from '@lingui/core/macro';
import type { StaffRole } from '#contract/staff-access.ts';
import { pageLocale } from '#web/i18n/language.ts';

export const roleNames: Record<StaffRole | 'operator', string> = {
  owner: t`Owner`,
  coordinator: t`Coordinator`,
  door: t`Check-in`,
  moderator: t`Moderator`,
  editor: t`Editor`,
  operator: t`Operator of this site`,
};

const dateTimeFormat = new Intl.DateTimeFormat(pageLocale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** Formats date and time of an instant in the reader's time zone. @param iso ISO 8601 */
export const formatDateTime = (iso: string): string => dateTimeFormat.format(new Date(iso));
