import { type Day, utcDay } from './days.ts';

/** A calendar month, `2026-11`. */
export type Month = string & { readonly brand: 'Month' };

export const MONTH_PATTERN = /^2\d{3}-(0[1-9]|1[0-2])$/;

/** The month of an instant in UTC. @param at ms since 1970 */
export const utcMonth = (at: number): Month => utcDay(at).slice(0, 7) as Month;

/** Returns the month that is `months` later, or earlier if `months` is negative. */
export function addMonths(month: Month, months: number): Month {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return utcMonth(Date.UTC(year, number - 1 + months));
}

/** Returns the days of the month in order. */
export function listDaysInMonth(month: Month): Day[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}` as Day);
}
