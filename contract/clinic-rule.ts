import type { Day } from './days.ts';

/** A rule for the clinics of a center. Only the rule is stored, and the days are derived from it. */
export type ClinicRule = {
  /** ISO weekdays: 1 is Monday, 7 is Sunday. */
  weekdays: readonly number[];
  /** The first and the last day. A rule without `until` has no last day. */
  from: Day;
  until?: Day | undefined;
  /** `09:30`, in the time zone of the center. `closes` may be `24:00`. */
  opens: string;
  closes: string;
  /** Length of the intervals at which donors arrive. If absent, they arrive at any time of the clinic. */
  intervalMinutes?: number | undefined;
  /** Number of donors per interval, or per day if there are no intervals. */
  slots: number;
  /** Days without a clinic. */
  exceptions: readonly Day[];
};

/** `time` is empty for a clinic without intervals. */
export type ClinicInterval = { time: string; capacity: number };

/** `closes`: the earliest end of the rules' intervals that begin at `time`. */
export type DerivedInterval = ClinicInterval & { closes: string };

export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export const toTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The ISO weekday of a day: 1 is Monday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

export const hasClinic = ({ weekdays, from, until, exceptions }: ClinicRule, day: Day): boolean =>
  day >= from &&
  (until === undefined || day <= until) &&
  weekdays.includes(weekdayOf(day)) &&
  !exceptions.includes(day);

/** Returns the intervals of each clinic day of the rule. No interval ends after the clinic closes. */
export function listIntervals({ opens, closes, intervalMinutes, slots }: ClinicRule): ClinicInterval[] {
  if (intervalMinutes === undefined) return [{ time: '', capacity: slots }];
  const first = toMinutes(opens);
  const count = Math.floor((toMinutes(closes) - first) / intervalMinutes);
  return Array.from({ length: count }, (_, n) => ({
    time: toTime(first + n * intervalMinutes),
    capacity: slots,
  }));
}

/** Returns how many donors a clinic day of the rule takes. */
export const countSlots = (rule: ClinicRule): number =>
  listIntervals(rule).reduce((sum, { capacity }) => sum + capacity, 0);

/**
 * Returns the hours of a day and its intervals, sorted by time, or undefined without a clinic. Adds up the
 * slots of intervals that begin at the same time.
 */
export function deriveDay(
  rules: readonly ClinicRule[],
  day: Day,
): { opens: string; closes: string; intervals: DerivedInterval[] } | undefined {
  const open = rules.filter((rule) => hasClinic(rule, day));
  const intervals = new Map<string, DerivedInterval>();
  for (const rule of mergeRules(open)) {
    for (const { time, capacity } of listIntervals(rule)) {
      const closes = time === '' ? rule.closes : toTime(toMinutes(time) + (rule.intervalMinutes ?? 0));
      const other = intervals.get(time);
      intervals.set(time, {
        time,
        capacity: capacity + (other?.capacity ?? 0),
        closes: other && other.closes < closes ? other.closes : closes,
      });
    }
  }
  if (intervals.size === 0) return undefined;
  return {
    opens: open.map(({ opens }) => opens).reduce((one, other) => (one < other ? one : other)),
    closes: open.map(({ closes }) => closes).reduce((one, other) => (one > other ? one : other)),
    intervals: [...intervals.values()].sort((one, other) => (one.time < other.time ? -1 : 1)),
  };
}

/**
 * Adds up the slots of rules with the same hours and interval length, so that a hundred of them cost no more
 * than one.
 */
function mergeRules(rules: readonly ClinicRule[]): ClinicRule[] {
  const merged = new Map<string, ClinicRule>();
  for (const rule of rules) {
    const key = `${rule.opens} ${rule.closes} ${rule.intervalMinutes}`;
    const slots = rule.slots + (merged.get(key)?.slots ?? 0);
    merged.set(key, { ...rule, slots });
  }
  return [...merged.values()];
}

/** Maximum number of arrival times on one day, over all series of a center. */
export const MAX_ARRIVAL_TIMES = 300;

/**
 * Returns the largest number of arrival times on one day. Ignores exceptions, because the same weekday of
 * another week may have none.
 */
export function countArrivalTimes(rules: readonly ClinicRule[]): number {
  const timed = rules.filter(({ intervalMinutes }) => intervalMinutes !== undefined);
  const counts = [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    countTogether(timed.filter(({ weekdays }) => weekdays.includes(weekday))),
  );
  return Math.max(...counts);
}

/**
 * Returns the largest number of different times among rules that are valid on the same day. Adds and removes
 * each rule once.
 */
function countTogether(rules: readonly ClinicRule[]): number {
  const byEnd = rules.toSorted((one, other) => ((one.until ?? '~') < (other.until ?? '~') ? -1 : 1));
  const rulesOfTime = new Map<string, number>();
  const add = (rule: ClinicRule, difference: 1 | -1) => {
    for (const { time } of listIntervals(rule)) {
      const count = (rulesOfTime.get(time) ?? 0) + difference;
      if (count > 0) rulesOfTime.set(time, count);
      else rulesOfTime.delete(time);
    }
  };
  let maxCount = 0;
  let endedCount = 0;
  for (const rule of rules.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    for (let end = byEnd[endedCount]; end?.until && end.until < rule.from; end = byEnd[endedCount]) {
      add(end, -1);
      endedCount += 1;
    }
    add(rule, 1);
    maxCount = Math.max(maxCount, rulesOfTime.size);
  }
  return maxCount;
}

/** Returns the days from `from` to `to`, both included. */
export function listDays(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10) as Day);
  return days;
}
