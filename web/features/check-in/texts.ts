import { plural, t } from '@lingui/core/macro';
import type { Center } from '#contract/centers.ts';
import { type Day, utcDay } from '#contract/days.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import type { ChangeCounts } from './device/devices.ts';

export const statusTexts: Record<AppointmentStatus, string> = {
  booked: t`Expected`,
  arrived: t`Arrived`,
  fulfilled: t`Gave blood`,
  deferred: t`Deferred`,
  'not-given': t`No donation`,
  noshow: t`Did not come`,
  cancelled: t`Canceled`,
};

/** Counts the changes that were not sent or not accepted, in words. Empty if there are none. */
export const changesText = ({ unsent, rejected }: ChangeCounts): string =>
  [
    unsent > 0 && plural(unsent, { one: '# change was not sent yet', other: '# changes were not sent yet' }),
    rejected > 0 &&
      plural(rejected, { one: '# change was not accepted', other: '# changes were not accepted' }),
  ]
    .filter(Boolean)
    .join(', ');

/** Says what happens to changes that were not sent or not accepted when the shift ends. */
export const unsentChangesText = ({ unsent }: ChangeCounts): string =>
  unsent > 0
    ? t`What was not sent stays on this device for 7 days, and is sent when you sign in here again.`
    : t`What was not accepted stays on this device for 7 days. You see it above the list when you sign in here again.`;

/** Returns the start of the current hour at a center, such as `13:00`. `at` is in ms since 1970. */
export const hourAt = ({ timeZone }: Pick<Center, 'timeZone'>, at: number): string =>
  `${new Date(at).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })}:00`;

export const dayBefore = (day: Day): Day => utcDay(Date.parse(day) - 86_400_000);
