// One module each: the whole library is 300 files, which cost half of the server's start.
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import { parseISO } from 'date-fns/parseISO';

/** A calendar day without a time zone, `2026-11-21`. This is what is stored, so that no appointment moves by a day. */
export type Day = string & { readonly brand: 'Day' };

const long = 'MMMM d, yyyy';
const millisecondsADay = 86_400_000;
/** What is kept of days that were read or written: what strangers send fills no memory. */
const MOST_KEPT = 2000;
const LONGEST_KEPT = 20;
/** Longer than any day in either notation; longer text is not parsed. */
export const MAX_DAY_LENGTH = 40;
const read = new Map<string, Day>();
const written = new Map<Day, string>();

/** Reads long English text (`November 21, 2026`) or ISO text (`2026-11-21`); nothing for a day that does not exist. */
export const parseDay = (text: string): Day | undefined => keep(read, text, findDay);

function findDay(text: string): Day | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_DAY_LENGTH) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(trimmed)) return isValid(parseISO(trimmed)) ? (trimmed as Day) : undefined;
  const date = parse(trimmed, long, new Date(2000, 0, 1));
  const exact = isValid(date) && format(date, long).toLowerCase() === trimmed.toLowerCase();
  return exact ? toDay(date) : undefined;
}

/** The day as the wire and the pages write it: `November 21, 2026`. */
export const formatLongDate = (day: Day): string => keep(written, day, (day) => format(parseISO(day), long));

/** The day that a Date shows on the clock where this runs. */
export const toDay = (date: Date): Day => format(date, 'yyyy-MM-dd') as Day;

/** Midnight of that day on the clock where this runs. */
export const toDate = (day: Day): Date => parseISO(day);

/** Days from UTC today - 1 (somewhere it still is yesterday) to + 366 can be booked. */
export function bookableDays(now: number): { first: Day; last: Day } {
  const utcDay = (offset: number) =>
    new Date(now + offset * millisecondsADay).toISOString().slice(0, 10) as Day;
  return { first: utcDay(-1), last: utcDay(366) };
}

export function isBookable(day: Day, now: number): boolean {
  const { first, last } = bookableDays(now);
  return day >= first && day <= last;
}

/** People mean the same few hundred days all the time, and to read or write one takes a tenth of what a call takes. */
function keep<Text extends string, Found extends string | undefined>(
  kept: Map<Text, NonNullable<Found>>,
  text: Text,
  find: (text: Text) => Found,
): Found {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const found = find(text);
  if (found && text.length <= LONGEST_KEPT) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, found);
  }
  return found;
}
