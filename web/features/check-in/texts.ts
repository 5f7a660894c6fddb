import { t } from '@lingui/core/macro';
import type { AppointmentStatus } from '#contract/values.ts';
import { pageLocale } from '#web/i18n/language.ts';

export const statusTexts: Record<AppointmentStatus, string> = {
  booked: t`Expected`,
  arrived: t`Arrived`,
  fulfilled: t`Gave blood`,
  deferred: t`Deferred`,
  'not-given': t`No donation`,
  noshow: t`Did not come`,
  cancelled: t`Canceled`,
};

const timeFormat = new Intl.DateTimeFormat(pageLocale, { timeStyle: 'short' });

/** Formats an instant: `9:40 AM`. */
export const formatClock = (at: number): string => timeFormat.format(at);
