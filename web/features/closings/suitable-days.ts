import type { CenterDay } from '#contract/centers.ts';
import type { AffectedAppointment } from '#contract/staff-closings.ts';

/** Returns the free days on which a donor can come: those after a deferral, without another appointment. */
export const listSuitableDays = (
  days: readonly CenterDay[],
  { earliestDay = '', busyDays = [] }: Pick<AffectedAppointment, 'earliestDay' | 'busyDays'>,
): CenterDay[] =>
  days.filter(({ date, free }) => free > 0 && date >= earliestDay && !busyDays.includes(date));
