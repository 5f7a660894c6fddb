/**
 * A calendar day without a time zone, `2026-11-21`. Days are stored in this form so that no time zone can
 * shift them.
 */
export type Day = string & { readonly brand: 'Day' };

export const englishMonths = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const DAY_MS = 86_400_000;

/**
 * Parses long English text (`November 21, 2026`, in any case) or ISO text (`2026-11-21`). Returns undefined
 * if no such day exists.
 */
export function parseDay(text: string): Day | undefined {
  const trimmed = text.trim();
  const [, name, date = '', year] = /^([a-z]+) ([1-9]\d?), (\d{4})$/i.exec(trimmed) ?? [];
  const month = englishMonths.findIndex((month) => month.toLowerCase() === name?.toLowerCase()) + 1;
  const iso = name ? `${year}-${twoDigits(month)}-${twoDigits(Number(date))}` : trimmed;
  return isDay(iso) ? iso : undefined;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Returns whether the text has the form of a `Day` and the day exists. */
function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && utcDay(date.getTime()) === text;
}

/** Formats a day as responses and pages show it: `November 21, 2026`. */
export function formatLongDate(day: Day): string {
  const [year, month, date] = day.split('-');
  return `${englishMonths[Number(month) - 1]} ${Number(date)}, ${year}`;
}

/** The day of an instant in UTC. @param at ms since 1970 */
export const utcDay = (at: number): Day => new Date(at).toISOString().slice(0, 10) as Day;

/** The day of an instant at a center. @param at ms since 1970 */
export const dayAt = ({ timeZone }: { timeZone: string }, at: number): Day =>
  new Date(at).toLocaleDateString('en-CA', { timeZone }) as Day;

/** The day of a Date in the local time zone. */
export const toDay = (date: Date): Day =>
  `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}` as Day;

/** Midnight of the day in the local time zone. */
export const toDate = (day: Day): Date => new Date(`${day}T00:00:00`);

/**
 * Returns the first and last day that can be booked. The first is yesterday in UTC, which is still today in
 * some time zones, and the last is 366 days after today in UTC.
 */
export const bookableDays = (now: number): { first: Day; last: Day } => ({
  first: utcDay(now - DAY_MS),
  last: utcDay(now + 366 * DAY_MS),
});

export function isBookable(day: Day, now: number): boolean {
  const { first, last } = bookableDays(now);
  return day >= first && day <= last;
}
