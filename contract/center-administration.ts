import * as z from 'zod/mini';
import { Center, IsoDay, TIME_PATTERN, TimeOfDay } from './centers.ts';
import { toMinutes } from './clinic-rule.ts';
import type { Day } from './days.ts';
import { staffEndpoint } from './endpoint.ts';
import { invisibleMessage, nameHasInvisible } from './invisible.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { isSingleLine, isVisible, multipleLinesMessage } from './single-line.ts';
import { isTimeZone } from './time-zone.ts';

/** Needs no second factor, because names and addresses of centers are public. */
const ownerOnly = { roles: ['owner'], secondFactor: false } as const;
const ofCenter = { roles: ['owner', 'coordinator'], center: 'path', secondFactor: false } as const;
/** Needs a second factor, because responses name donors. */
const donorsOfCenter = { ...ofCenter, secondFactor: true } as const;

const line = (maxLength: number) =>
  z.string('Fill in this field').check(
    z.trim(),
    minLengthCheck(1, 'Fill in this field'),
    maxLengthCheck(maxLength, `Use at most ${maxLength} characters`),
    z.refine(isVisible, { error: 'Fill in this field', abort: true }),
    z.refine(isSingleLine, { error: multipleLinesMessage, abort: true }),
    z.refine((text) => !nameHasInvisible(text), invisibleMessage),
  );

const optionalLine = z.optional(
  z.string().check(
    z.trim(),
    maxLengthCheck(200, 'Use at most 200 characters'),
    z.refine(isSingleLine, { error: multipleLinesMessage, abort: true }),
    z.refine((text) => !nameHasInvisible(text), invisibleMessage),
  ),
);

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

export const CenterFields = z.object({
  name: line(200),
  address: line(300),
  timeZone: line(64).check(z.refine(isTimeZone, 'Enter a time zone such as Asia/Dhaka')),
  mapUrl: z.optional(
    z.string().check(
      z.trim(),
      maxLengthCheck(2000, 'Use at most 2000 characters'),
      z.refine((text) => text === '' || isWebAddress(text), 'Enter an address that begins with https://'),
    ),
  ),
  notes: z.optional(z.string().check(z.trim(), maxLengthCheck(1000, 'Use at most 1000 characters'))),
  arrival: optionalLine,
  bring: optionalLine,
  duration: optionalLine,
  contact: optionalLine,
  food: optionalLine,
});
export type CenterFields = z.output<typeof CenterFields>;

export const listStaffCenters = staffEndpoint(
  { roles: ['owner', 'coordinator', 'door'], secondFactor: false },
  {
    method: 'GET',
    path: '/staff/centers',
    summary: "Lists the caller's centers, by name; for an owner, all centers.",
    response: z.array(Center),
  },
);

export const addCenter = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/centers',
  summary:
    'Adds a center. Upcoming appointments that name it belong to it from then on. 409 if the name is taken.',
  body: CenterFields,
  response: z.object({ insertedId: z.string() }),
  errorStatuses: [422],
});

export const changeCenter = staffEndpoint(ofCenter, {
  method: 'PUT',
  path: '/staff/centers/:id',
  summary: 'Changes a center. A renamed center keeps its appointments. 409 if the name is taken.',
  body: CenterFields,
  response: z.object({ modifiedCount: z.int() }),
  errorStatuses: [422],
});

const FIFTEEN_YEARS_OF_WEEKS = 800;

/** A clinic rule (clinic-rule.ts) as requests send it. */
export const SeriesFields = z
  .object({
    weekdays: z
      .array(z.int().check(z.minimum(1), z.maximum(7)))
      .check(minLengthCheck(1, 'Choose at least one weekday'), maxLengthCheck(7)),
    from: IsoDay,
    until: z.optional(IsoDay),
    opens: TimeOfDay,
    closes: z
      .string()
      .check(z.refine((time) => TIME_PATTERN.test(time) || time === '24:00', 'Enter the time as HH:MM')),
    intervalMinutes: z.optional(
      z.int().check(z.minimum(5, 'Enter at least 5 minutes'), z.maximum(720, 'Enter at most 720 minutes')),
    ),
    slots: z.int().check(z.minimum(1, 'Enter at least 1'), z.maximum(10_000, 'Enter at most 10,000')),
    exceptions: z.pipe(
      z.optional(z.array(IsoDay).check(maxLengthCheck(FIFTEEN_YEARS_OF_WEEKS))),
      z.transform((days): Day[] => days ?? []),
    ),
    /**
     * For a change: the revision that the editor has read. If the series now has another revision, the
     * response is 409.
     */
    revision: z.optional(z.string().check(maxLengthCheck(64))),
  })
  .check(
    z.refine(({ opens, closes }) => opens < closes, {
      path: ['closes'],
      error: 'Enter a time after the opening time',
    }),
    z.refine(({ from, until }) => until === undefined || from <= until, {
      path: ['until'],
      error: 'Enter a day on or after the first day',
    }),
    z.refine(
      ({ opens, closes, intervalMinutes = 0 }) =>
        closes <= opens || toMinutes(closes) - toMinutes(opens) >= intervalMinutes,
      { path: ['intervalMinutes'], error: 'Enter an interval that is not longer than the opening hours' },
    ),
  );

const Series = z.object({
  _id: z.string(),
  weekdays: z.array(z.int()),
  from: z.string(),
  until: z.optional(z.string()),
  opens: z.string(),
  closes: z.string(),
  intervalMinutes: z.optional(z.int()),
  slots: z.int(),
  exceptions: z.array(z.string()),
  /** The series in English words. */
  summary: z.string(),
  /** Changes whenever the series changes. */
  revision: z.string(),
});

export const listSeries = staffEndpoint(ofCenter, {
  method: 'GET',
  path: '/staff/centers/:id/series',
  summary: "Lists a center's series of clinics, oldest first.",
  response: z.array(Series),
});

/** An appointment displaced by a change of a center's clinics. */
export const Displacement = z.object({
  _id: z.string(),
  name: z.string(),
  bloodGroup: z.string(),
  /** ISO day. */
  date: z.string(),
  time: z.optional(z.string()),
  /** Last four digits. */
  phoneEnd: z.string(),
  /**
   * `closed`: the day or time no longer exists, so the donor gets an email to choose another one. `full`:
   * more appointments than slots. `no-clinic`: booked before the center had clinics, for a day without one.
   * `full` and `no-clinic` appointments remain, and their donors are not notified.
   */
  reason: z.enum(['closed', 'full', 'no-clinic']),
});
export type Displacement = z.infer<typeof Displacement>;

/** With `true`, the request changes nothing, and the response contains the changes that it would make. */
export const Preview = z.object({ preview: z.optional(z.enum(['true', 'false'])) });

const seriesChange = {
  query: Preview,
  body: SeriesFields,
  response: z.object({
    /** Absent in a preview. */
    insertedId: z.optional(z.string()),
    /** The series in English words, such as `96 places on each Tuesday, 9:00 to 17:00`. */
    summary: z.string(),
    displaced: z.array(Displacement),
  }),
  errorStatuses: [422],
};

export const addSeries = staffEndpoint(donorsOfCenter, {
  method: 'POST',
  path: '/staff/centers/:id/series',
  summary: 'Adds a series of clinics. Upcoming appointments at the center reserve slots in it.',
  ...seriesChange,
});

export const changeSeries = staffEndpoint(donorsOfCenter, {
  method: 'PUT',
  path: '/staff/centers/:id/series/:seriesId',
  summary: 'Changes a series of clinics, from today on.',
  ...seriesChange,
});

export const removeSeries = staffEndpoint(donorsOfCenter, {
  method: 'DELETE',
  path: '/staff/centers/:id/series/:seriesId',
  summary: 'Removes a series of clinics, from today on.',
  query: Preview,
  response: z.object({ deletedCount: z.int(), displaced: z.array(Displacement) }),
  errorStatuses: [422],
});
