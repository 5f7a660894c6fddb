import type { Day } from '#contract/days.ts';
import type { ClinicSlot } from '#contract/slot-offers.ts';
import { formatDayAndTime } from '#web/i18n/days.ts';

/** Formats a slot: `Wednesday, November 25, 2026, 9:30`. */
export const formatSlot = ({ date, time }: ClinicSlot): string =>
  formatDayAndTime({ date: date as Day, time });
