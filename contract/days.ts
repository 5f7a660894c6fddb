// Import single modules: importing the whole library (300 files) doubled the server's startup time.
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import { parseISO } from 'date-fns/parseISO';

/**
 * A calendar day without a time zone, `2026-11-21`. Days are stored in this form so that no time zone can shift them.
 */
export type Day = string & { readonly brand: 'Day' };

const longFormat = 'MMMM d, yyyy';
const DAY_MS = 86_400_000;
/** Limits of the two caches, so that requests cannot fill the memory. */
const MAX_CACHED_DAYS = 2000;
const MAX_CACHED_LENGTH = 20;
/** Longer than any day in either notation; longer text is not parsed. */
export const MAX_DAY_LENGTH = 40;
const parsedDays = new Map<string, Day>();
const formattedDays = new Map<Day, string>();

/**
 * Parses long English text (`November 21, 2026`) or ISO text (`2026-11-21`). Returns undefined if no such day exists.
 */
export const parseDay = (text: string): Day | undefined => cached(parsedDays, text, findDay);

function findDay(text: string): Day | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_DAY_LENGTH) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(trimmed)) return isValid(parseISO(trimmed)) ? (trimmed as Day) : undefined;
  const date = parse(trimmed, longFormat, new Date(2000, 0, 1));
  const isExact = isValid(date) && format(date, longFormat).toLowerCase() === trimmed.toLowerCase();
  return isExact ? toDay(date) : undefined;
}

/** Formats a day as responses and pages show it: `November 21, 2026`. */
export const formatLongDate = (day: Day): string =>
  cached(formattedDays, day, (day) => format(parseISO(day), longFormat));

/** The day of a Date in the local time zone. */
export const toDay = (date: Date): Day => format(date, 'yyyy-MM-dd') as Day;

/** Midnight of the day in the local time zone. */
export const toDate = (day: Day): Date => parseISO(day);

/** Returns the days that can be booked: UTC today - 1 (still today in some time zones) to UTC today + 366. */
export function bookableDays(now: number): { first: Day; last: Day } {
  const utcDay = (offset: number) => new Date(now + offset * DAY_MS).toISOString().slice(0, 10) as Day;
  return { first: utcDay(-1), last: utcDay(366) };
}

export function isBookable(day: Day, now: number): boolean {
  const { first, last } = bookableDays(now);
  return day >= first && day <= last;
}

/**
 * Caches the result of `compute`: requests repeat a few hundred days, and parsing or formatting one takes a tenth of a
 * request.
 */
function cached<Text extends string, Result extends string | undefined>(
  cache: Map<Text, NonNullable<Result>>,
  text: Text,
  compute: (text: Text) => Result,
): Result {
  const hit = cache.get(text);
  if (hit !== undefined) return hit;
  const result = compute(text);
  if (result && text.length <= MAX_CACHED_LENGTH) {
    if (cache.size >= MAX_CACHED_DAYS) cache.clear();
    cache.set(text, result);
  }
  return result;
}
