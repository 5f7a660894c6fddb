import * as z from 'zod/mini';
import { SeriesFields } from '#contract/center-administration.ts';
import type { Center } from '#contract/centers.ts';
import type { ClinicRule } from '#contract/clinic-rule.ts';
import { type Day, dayAt } from '#contract/days.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { formatDay } from '#web/i18n/days.ts';
import { parseTypedDay } from '#web/i18n/typed-days.ts';

/** The values of the series form, in the types of its controls. */
export type SeriesValues = {
  /** ISO weekdays. */
  weekdays: string[];
  /** The typed first day. */
  from: string;
  /** Empty if the series has no last day. */
  until: string;
  opens: string;
  /** `00:00` is the end of the day. */
  closes: string;
  arrival: 'any-time' | 'intervals';
  intervalMinutes: string;
  slots: string;
  exceptions: string[];
};

/** Returns the values of new clinics, which begin on the center's day. `now` is in ms since 1970. */
export const emptySeries = (center: Pick<Center, 'timeZone'>, now: number): SeriesValues => ({
  weekdays: [],
  from: formatDay(dayAt(center, now)),
  until: '',
  opens: '09:00',
  closes: '17:00',
  exceptions: [],
  arrival: 'any-time',
  intervalMinutes: '30',
  slots: '',
});

export const toValues = (rule: ClinicRule): SeriesValues => ({
  weekdays: rule.weekdays.map(String),
  from: formatDay(rule.from as Day),
  until: rule.until === undefined ? '' : formatDay(rule.until as Day),
  opens: rule.opens,
  closes: rule.closes === '24:00' ? '00:00' : rule.closes,
  arrival: rule.intervalMinutes === undefined ? 'any-time' : 'intervals',
  intervalMinutes: String(rule.intervalMinutes ?? 30),
  slots: String(rule.slots),
  exceptions: [...rule.exceptions],
});

const toFields = ({ weekdays, until, closes, arrival, intervalMinutes, slots, ...rest }: SeriesValues) => ({
  ...rest,
  from: toIsoDay(rest.from),
  weekdays: weekdays.map(Number),
  ...(until.trim() && { until: toIsoDay(until) }),
  closes: closes === '00:00' ? '24:00' : closes,
  ...(arrival === 'intervals' && { intervalMinutes: toNumber(intervalMinutes) }),
  slots: toNumber(slots),
});

/** Returns text that is not a day unchanged, so that validation rejects it. */
const toIsoDay = (text: string): string => parseTypedDay(text) ?? text;

/** Returns 0 for text that is not a number, so that validation rejects it. */
function toNumber(text: string): number {
  const digits = toAsciiDigits(text).trim();
  return /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
}

/** Validates the values as the server does, and returns the fields of the request. */
export const SeriesForm = z.pipe(
  z.transform(toFields),
  SeriesFields as z.ZodMiniType<z.output<typeof SeriesFields>, ReturnType<typeof toFields>>,
);

/** Returns the rule, or undefined while the values are incomplete or invalid. */
export const parseRule = (values: SeriesValues): ClinicRule | undefined => SeriesForm.safeParse(values).data;
