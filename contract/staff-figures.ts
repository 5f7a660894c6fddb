import * as z from 'zod/mini';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { MONTH_PATTERN, type Month } from './months.ts';

/** The counts, in the order in which pages and files show them. */
export const figureNames = [
  'booked',
  'arrived',
  'gave',
  'deferred',
  'notGiven',
  'noShow',
  'lateCanceled',
  'overCapacity',
] as const;
export type FigureName = (typeof figureNames)[number];

/** Numbers of appointments. */
export const Figures = z.object({
  /** All appointments that were not canceled, whatever their outcome. */
  booked: z.int(),
  /** The donor came: `gave`, `deferred`, `notGiven`, or no outcome recorded yet. */
  arrived: z.int(),
  gave: z.int(),
  /** The donor came but may donate again only from a later day. */
  deferred: z.int(),
  /** The donor came but gave no blood, for a reason other than a deferral. */
  notGiven: z.int(),
  noShow: z.int(),
  /**
   * Slots that donors released on their day or the day before (UTC), too late for another donor. `booked`
   * does not include them.
   */
  lateCanceled: z.int(),
  /** Walk-ins who came when no slot was left. Included in `booked`. */
  overCapacity: z.int(),
});
export type Figures = z.infer<typeof Figures>;

/** Maximum number of centers in a response. The remaining centers are counted together. */
export const MAX_CENTERS = 100;

export const MonthlyFigures = z.object({
  /** Such as `2026-11`. */
  month: z.string(),
  totals: Figures,
  /** Totals of the previous month, for the same centers. */
  previousTotals: Figures,
  /** The centers with the most appointments, busiest first. */
  centers: z.array(z.extend(Figures, { _id: z.string(), name: z.string() })),
  /** Totals of the centers beyond the first hundred. */
  otherCenters: z.optional(Figures),
  /** Every day of the month, such as `2026-11-21`. */
  days: z.array(z.extend(Figures, { day: z.string() })),
});
export type MonthlyFigures = z.infer<typeof MonthlyFigures>;

const query = z.object({
  /** The default is the current month in UTC. */
  month: z.optional(
    z.pipe(
      z.string().check(z.regex(MONTH_PATTERN, 'Enter a month, such as 2026-11')),
      z.transform((text) => text as Month),
    ),
  ),
  /** The default is every center that the caller may see. */
  centerId: z.optional(z.string().check(minLengthCheck(1, 'Choose a center'), maxLengthCheck(400))),
});

/** Requires a second factor, because staff may recognize the person behind a daily count of one. */
const access = {
  roles: ['owner', 'coordinator'],
  center: 'query',
  isCenterOptional: true,
  secondFactor: true,
} as const;

export const getFigures = staffEndpoint(access, {
  method: 'GET',
  path: '/staff/figures',
  summary:
    'Counts the appointments of a month by outcome, center and day. Coordinators see those of their centers.',
  query,
  response: MonthlyFigures,
  errorStatuses: [422],
});

export const downloadFiguresCsv = staffEndpoint(access, {
  method: 'GET',
  path: '/staff/figures.csv',
  summary: 'Downloads the figures of a month as CSV. Accept-Language selects the headings: en or bn.',
  query,
  response: z.string(),
  errorStatuses: [422],
});
