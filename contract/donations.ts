import * as z from 'zod/mini';
import { DayFromText } from './appointments.ts';
import type { Day } from './days.ts';
import { endpoint } from './endpoint.ts';
import type { AppointmentStatus } from './values.ts';

/** A year, such as `2026`, and the number of counted days in it. */
export type YearCount = { year: string; count: number };

/** An appointment today is not past, because the donor may still be on the way. */
export const isPast = (day: Day, today: Day): boolean => day < today;

/**
 * An appointment belongs to the history once its day is over, or the center has recorded a donation, a
 * deferral or that no blood was given.
 */
export const isInHistory = (
  { date, status }: { date: Day; status?: AppointmentStatus | undefined },
  today: Day,
): boolean =>
  isPast(date, today) || status === 'fulfilled' || status === 'deferred' || status === 'not-given';

/** Returns whether the donor gave blood or may still give it. */
export const isPossibleDonation = ({
  status = 'booked',
}: {
  status?: AppointmentStatus | undefined;
}): boolean => ['booked', 'arrived', 'fulfilled'].includes(status);

/** Returns the day from which a deferred donor may donate again, or undefined if it is not after today. */
export const findDeferral = (
  appointments: readonly { deferredUntil?: string | undefined }[],
  today: Day,
): Day | undefined =>
  appointments
    .flatMap(({ deferredUntil }) => (deferredUntil ? [deferredUntil as Day] : []))
    .filter((day) => day > today)
    .sort()
    .at(-1);

/**
 * Returns the imported donations that add to a history: one for each day without an appointment to which the
 * donor may have come. The others are duplicates, or the center recorded that no blood was given.
 * @param appointments those of the history, without the ones to come
 */
export function omitRecordedDays<D extends { date: Day }>(
  imported: readonly D[],
  appointments: readonly { date: Day; status?: AppointmentStatus | undefined }[],
): D[] {
  const hasCome = ({ status }: { status?: AppointmentStatus | undefined }) =>
    status !== 'cancelled' && status !== 'noshow';
  const days = new Set(appointments.filter(hasCome).map(({ date }) => date));
  return imported.filter(({ date }) => !days.has(date) && days.add(date));
}

/** Counts the days of each year, latest year first. Years in between without a day are included, with 0. */
export function countByYear(days: readonly Day[]): YearCount[] {
  const years = days.map((day) => Number(day.slice(0, 4)));
  if (years.length === 0) return [];
  const last = Math.max(...years);
  const length = last - Math.min(...years) + 1;
  return Array.from({ length }, (_, index) => {
    const year = last - index;
    return { year: String(year), count: years.filter((other) => other === year).length };
  });
}

export const downloadDonationsCsv = endpoint({
  method: 'GET',
  path: '/donations.csv',
  access: 'member',
  summary: "Downloads the caller's past appointments as CSV. Accept-Language selects the headings: en or bn.",
  /** The caller's calendar day, which may differ from the server's by one. The default is today in UTC. */
  query: z.object({ today: z.optional(DayFromText) }),
  response: z.string(),
  errorStatuses: [422],
});
