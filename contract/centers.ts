import * as z from 'zod/mini';
import { type Day, parseDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { Visit } from './visit.ts';

const feature = 'staff';

/** An ISO day, such as `2026-11-21`. */
export const IsoDay = z.pipe(
  z.string('Enter the date as YYYY-MM-DD'),
  z.transform((text, context): Day => {
    const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseDay(text) : undefined;
    if (day) return day;
    context.issues.push({ code: 'custom', message: 'Enter the date as YYYY-MM-DD', input: text });
    return z.NEVER;
  }),
);

/** A time of day, such as `09:30`. */
export const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;
export const TimeOfDay = z.string().check(z.regex(TIME_PATTERN, 'Enter the time as HH:MM'));

export const Center = z.extend(Visit, {
  _id: z.string(),
  name: z.string(),
  address: z.string(),
  /** IANA name, such as `Asia/Dhaka`. The center's days and times are in this time zone. */
  timeZone: z.string(),
  mapUrl: z.optional(z.string()),
  /** Notes for donors. */
  notes: z.optional(z.string()),
});
export type Center = z.infer<typeof Center>;

/** `nextFree`: the next day within four weeks on which slots are free, counted at most 30 s ago. */
export const ListedCenter = z.extend(Center, {
  nextFree: z.optional(
    z.object({
      date: z.string(),
      free: z.int(),
      opens: z.optional(z.string()),
      closes: z.optional(z.string()),
    }),
  ),
});
export type ListedCenter = z.infer<typeof ListedCenter>;

export const listCenters = endpoint({
  method: 'GET',
  path: '/centers',
  access: 'public',
  feature,
  summary: 'Lists the donation centers, sorted by name.',
  response: z.array(ListedCenter),
});

export const NextDays = z.object({
  /** When the slots were counted, such as `14:32`, in the site's time zone. */
  at: z.string(),
  days: z.array(
    z.object({
      date: z.string(),
      free: z.int(),
      /** How many centers have free slots. `center` is present if it is only one. */
      centers: z.int(),
      center: z.optional(z.object({ _id: z.string(), name: z.string() })),
    }),
  ),
});
export type NextDays = z.infer<typeof NextDays>;

export const listNextDays = endpoint({
  method: 'GET',
  path: '/centers/next-days',
  access: 'public',
  feature,
  summary:
    'Returns the next three days within four weeks on which slots are free, of all centers together. They were counted at most 30 s ago.',
  response: NextDays,
});

/** Maximum number of days for which a request can list the clinics. */
export const MAX_DAYS = 92;

export const CenterDay = z.object({
  /** ISO day. */
  date: z.string(),
  /** True if there is a clinic that is neither closed nor over, even if it is full. */
  open: z.boolean(),
  /** 0 on a day without a clinic. A day that has a capacity but is not open was closed or is over. */
  capacity: z.int(),
  free: z.int(),
  /** The center closed the day. */
  isClosed: z.optional(z.literal(true)),
  /**
   * Hours of the clinic, such as `09:00`, excluding closed times at its start and end. Absent on a day
   * without a clinic. `closes` may be `24:00`.
   */
  opens: z.optional(z.string()),
  closes: z.optional(z.string()),
  /**
   * Present where donors choose an arrival time. `isOver`: the time has passed. `isClosed`: the center closed
   * the time.
   */
  intervals: z.optional(
    z.array(
      z.object({
        time: z.string(),
        free: z.int(),
        isOver: z.optional(z.literal(true)),
        isClosed: z.optional(z.literal(true)),
      }),
    ),
  ),
});
export type CenterDay = z.infer<typeof CenterDay>;

export const listCenterDays = endpoint({
  method: 'GET',
  path: '/centers/:id/days',
  access: 'public',
  feature,
  summary:
    'Lists the days of a center with free slots. A center without a series has no days: any day can be requested there.',
  query: z.object({ from: IsoDay, to: IsoDay }).check(
    z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'Choose a day on or after the first day' }),
    z.refine(({ from, to }) => from > to || to <= addDays(from, MAX_DAYS - 1), {
      path: ['to'],
      error: `Choose at most ${MAX_DAYS} days`,
    }),
  ),
  response: z.array(CenterDay),
  errorStatuses: [404, 422],
});

const addDays = (day: Day, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

export const getCenterCalendar = endpoint({
  method: 'GET',
  path: '/centers/:id/calendar.ics',
  access: 'public',
  feature,
  summary: 'Returns the clinics of the next 92 days as an iCalendar feed. A closed day is a canceled event.',
  response: z.string(),
  errorStatuses: [404],
});
