/** Whether the dates of a file, such as 13/07/2026, begin with the day or with the month. */
export type DateOrder = 'day-first' | 'month-first';

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

/**
 * Returns the order of a file's dates if at least one date, such as 13/07/2026, is possible only in that
 * order, and none only in the other.
 */
export function findDateOrder(dates: readonly string[]): DateOrder | undefined {
  const orders = new Set(dates.flatMap((date) => orderOf(date) ?? []));
  return orders.size === 1 ? [...orders][0] : undefined;
}

function orderOf(date: string): DateOrder | undefined {
  const [, first, second] = (yearLast.exec(date) ?? []).map(Number);
  if (first === undefined || second === undefined || first > 12 === second > 12) return undefined;
  return first > 12 ? 'day-first' : 'month-first';
}

/**
 * Returns both days that a date may mean, as ISO text, if neither the date nor the file determines the order.
 */
function findPossibleDates(date: string, order: DateOrder | undefined): [string, string] | undefined {
  if (order ?? orderOf(date)) return undefined;
  const [dayFirst, monthFirst] = [toIsoDate(date, 'day-first'), toIsoDate(date, 'month-first')];
  return yearLast.test(date) && dayFirst !== monthFirst ? [monthFirst, dayFirst] : undefined;
}

/** Returns an error for each column with an ambiguous date. */
export const describeUnclearDates = <Column extends string>(
  dates: readonly (readonly [Column, string])[],
  order: DateOrder | undefined,
): Partial<Record<string, string>> =>
  Object.fromEntries(
    dates.flatMap(([column, date]) => {
      const meanings = findPossibleDates(date, order);
      return meanings ? [[column, `${date} may be ${meanings.join(' or ')}, so write it in this form`]] : [];
    }),
  );

/**
 * Returns a date of a spreadsheet as ISO text: 13/7/2026 as 2026-07-13. Returns an ambiguous date, and any
 * other text, unchanged.
 */
export function toIsoDate(date: string, order: DateOrder | undefined): string {
  const [, year, month, day] = yearFirst.exec(date) ?? [];
  if (year && month && day) return joinDate(year, month, day);
  const [, first, second, lastYear] = yearLast.exec(date) ?? [];
  if (!first || !second || !lastYear) return date;
  const found = orderOf(date) ?? order;
  if (!found && first !== second) return date;
  return found === 'month-first' ? joinDate(lastYear, first, second) : joinDate(lastYear, second, first);
}

const joinDate = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/**
 * Returns a time of a spreadsheet as `HH:MM`: 9:00:00 as 09:00, 5:30 PM as 17:30. Any other text is returned
 * unchanged.
 */
export function toTime(text: string): string {
  const [, hour, minute, half] = /^(\d{1,2}):(\d{2})(?::00)?(?:\s?([ap])\.?m\.?)?$/i.exec(text) ?? [];
  if (!hour || !minute) return text;
  if (!half) return `${hour.padStart(2, '0')}:${minute}`;
  if (Number(hour) < 1 || Number(hour) > 12) return text;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}
