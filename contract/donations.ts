import * as z from 'zod/mini';
import { DateText } from './appointments.ts';
import type { Day } from './days.ts';
import { endpoint } from './endpoint.ts';

/** `2026`, and how many days lie in it. */
export type YearCount = { year: string; count: number };

/** Whoever has an appointment today has yet to go. */
export const isPast = (day: Day, today: Day): boolean => day < today;

/** From the latest year to the first; a year without any stands between them with 0. */
export function countByYear(days: readonly Day[]): YearCount[] {
  const years = days.map((day) => Number(day.slice(0, 4)));
  if (years.length === 0) return [];
  const last = Math.max(...years);
  const length = last - Math.min(...years) + 1;
  return Array.from({ length }, (_, before) => {
    const year = last - before;
    return { year: String(year), count: years.filter((each) => each === year).length };
  });
}

/** The caller's own calendar day, which may be one beside that of the server; without it that of UTC. */
const query = z.object({ today: z.optional(DateText) });

export const downloadDonationsCsv = endpoint({
  method: 'GET',
  path: '/donations.csv',
  access: 'member',
  summary: "The caller's past appointments as a table (CSV); Accept-Language picks the headings: en or bn.",
  query,
  response: z.string(),
  errorStatuses: [422],
});

export const downloadDonationsPdf = endpoint({
  method: 'GET',
  path: '/donations.pdf',
  access: 'member',
  summary: "The caller's past appointments to print (PDF); Accept-Language picks the headings: en or bn.",
  query,
  response: z.string(),
  errorStatuses: [422],
});
