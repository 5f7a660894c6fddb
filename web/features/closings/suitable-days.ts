import type { CenterDay } from '#contract/centers.ts';
import type { StaffDisplacedAppointment } from '#contract/staff-closings.ts';

/** Returns the free days on which a donor can come: those after a deferral, without another appointment. */
export const listSuitableDays = (
  days: readonly CenterDay[],
  { earliestDay = '', busyDays = [] }: Pick<StaffDisplacedAppointment, 'earliestDay' | 'busyDays'>,
): CenterDay[] =>
  days.filter(({ date, free }) => free > 0 && date >= earliestDay && !busyDays.includes(date));
