import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ClinicRule,
  countArrivalTimes,
  countSlots,
  deriveDay,
  hasClinic,
  listDays,
  listIntervals,
  toMinutes,
  weekdayOf,
} from '#contract/clinic-rule.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { summarizeSeries } from '#server/features/center-administration/summary.ts';
import { closingCovers, deriveSlots } from './days.ts';
import { createToInstant, localTime, toInstant } from './local-time.ts';

const zones = ['Asia/Dhaka', 'Europe/London', 'Pacific/Apia', 'America/St_Johns', 'UTC'];
const zone = fc.constantFrom(...zones);
/**
 * Instants of 2027 and 2028, and of the years in which Apia changed its clocks and left out 2011-12-30. Many
 * are close to a leap day, the end of a year or a change of the clocks.
 */
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2027, 0, 1), max: Date.UTC(2028, 11, 31) }),
  fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2021, 11, 31) }),
  fc
    .tuple(
      fc.constantFrom(
        '2028-02-29T00:00Z',
        '2028-03-01T00:00Z',
        '2027-03-28T01:00Z',
        '2027-10-31T01:00Z',
        '2027-12-31T24:00Z',
        ...['2011-12-30T10:00Z', '2012-03-31T14:00Z', '2012-09-29T14:00Z'],
      ),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
    )
    .map(([around, minutes]) => Date.parse(around) + minutes * 60_000),
);
const day = fc.constantFrom(...listDays('2027-01-01' as Day, '2028-12-31' as Day));
/** A day of 2027 or 2028, or of the years in which Apia changed its clocks and left out a day. */
const anyDay = fc.oneof(
  day,
  fc.constantFrom(...listDays('2011-01-01' as Day, '2021-12-31' as Day)),
  fc.constantFrom(...(['2011-12-29', '2011-12-30', '2011-12-31', '2012-04-01', '2012-09-30'] as Day[])),
);
const time = fc
  .integer({ min: 0, max: 1439 })
  .map((n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`);

test('the local time of an instant is that of Intl in every zone', () => {
  const formats = new Map(
    zones.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
    ]),
  );
  fc.assert(
    fc.property(instant, zone, (at, timeZone) => {
      const { day, time } = localTime(at, timeZone);
      expect(`${day} ${time}`).toBe(formats.get(timeZone)?.format(at));
    }),
    { numRuns: 2000 },
  );
});

test('an instant has the day and time that it was made from, unless the clock skips that time', () => {
  fc.assert(
    fc.property(anyDay, time, zone, (day, time, timeZone) => {
      const at = toInstant(day, time, timeZone);
      const local = localTime(at, timeZone);
      if (local.time !== time || local.day !== day) {
        // The clock skipped this time. Before the change, the local time was earlier.
        const skipped = Date.parse(`${local.day}T${local.time}Z`) - Date.parse(`${day}T${time}Z`);
        expect(skipped).toBeGreaterThan(0);
        const before = localTime(at - skipped, timeZone);
        expect(`${before.day} ${before.time}` < `${day} ${time}`).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a day ends where the next one begins, and lasts 23 to 25 hours; one that was left out, none', () => {
  fc.assert(
    fc.property(anyDay, zone, (day, timeZone) => {
      const next = utcDay(Date.parse(`${day}T24:00Z`));
      const [start, end] = [toInstant(day, '00:00', timeZone), toInstant(day, '24:00', timeZone)];
      expect(end).toBe(toInstant(next, '00:00', timeZone));
      const isLeftOut = timeZone === 'Pacific/Apia' && day === '2011-12-30';
      expect(isLeftOut ? [0] : [23, 24, 25]).toContain((end - start) / 3_600_000);
    }),
    { numRuns: 1000 },
  );
  const lengths = (['2011-12-30', '2012-04-01', '2012-09-30'] as Day[]).map(
    (day) => toInstant(day, '24:00', 'Pacific/Apia') - toInstant(day, '00:00', 'Pacific/Apia'),
  );
  expect(lengths).toEqual([0, 25, 23].map((hours) => hours * 3_600_000));
  expect(toInstant('2027-03-28' as Day, '01:30', 'Europe/London')).toBe(Date.UTC(2027, 2, 28, 1, 30));
  expect(toInstant('2028-02-29' as Day, '09:00', 'Asia/Dhaka')).toBe(Date.UTC(2028, 1, 29, 3));
});

test('the times of a day have the instants that each has alone', () => {
  fc.assert(
    fc.property(anyDay, fc.oneof(time, fc.constant('24:00')), zone, (day, time, timeZone) => {
      expect(createToInstant(day, timeZone)(time)).toBe(toInstant(day, time, timeZone));
    }),
    { numRuns: 2000 },
  );
});

const anyRule: fc.Arbitrary<ClinicRule> = fc
  .record({
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    from: day,
    hours: fc.uniqueArray(fc.integer({ min: 0, max: 288 }), { minLength: 2, maxLength: 2 }),
    intervalMinutes: fc.option(fc.integer({ min: 5, max: 720 }), { nil: undefined }),
    slots: fc.integer({ min: 1, max: 50 }),
    exceptions: fc.array(day, { maxLength: 3 }),
  })
  .map(({ hours, ...rule }) => {
    const [opens = 0, closes = 0] = hours.toSorted((one, other) => one - other).map((n) => n * 5);
    const clock = (n: number) =>
      `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`;
    return { ...rule, opens: clock(opens), closes: clock(closes) };
  });

test('intervals begin at the opening, do not overlap, and end before the clinic closes', () => {
  fc.assert(
    fc.property(anyRule, (rule) => {
      const { opens, closes, intervalMinutes, slots } = rule;
      const intervals = listIntervals(rule);
      expect(countSlots(rule)).toBe(intervals.length * slots);
      if (intervalMinutes === undefined) {
        expect(intervals).toEqual([{ time: '', capacity: slots }]);
        return;
      }
      for (const [n, { time }] of intervals.entries())
        expect(toMinutes(time)).toBe(toMinutes(opens) + n * intervalMinutes);
      const left = toMinutes(closes) - toMinutes(opens) - intervals.length * intervalMinutes;
      expect(left >= 0 && left < intervalMinutes).toBe(true);
    }),
  );
});

test('a day has a clinic on its weekdays, from the first to the last day, without exceptions; rules add up', () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 3 }), day, (rules, day) => {
      const open = rules.filter((rule) => hasClinic(rule, day));
      for (const rule of open) {
        expect(rule.weekdays).toContain(weekdayOf(day));
        expect(rule.from <= day && !rule.exceptions.includes(day)).toBe(true);
      }
      const capacity = deriveDay(rules, day)?.intervals.reduce((sum, interval) => sum + interval.capacity, 0);
      expect(capacity ?? 0).toBe(open.reduce((sum, rule) => sum + countSlots(rule), 0));
    }),
  );
  expect(weekdayOf('2028-02-29' as Day)).toBe(2);
});

test('an interval ends with the shortest one that begins then, and is closed if a closing covers its time', () => {
  const closing = fc
    .tuple(time, fc.oneof(time, fc.constant('24:00')))
    .map(([opens, closes]) => ({ opens: closes === '24:00' && opens < '06:00' ? '00:00' : opens, closes }));
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 3 }),
      fc.array(closing, { maxLength: 4 }),
      day,
      (rules, closings, day) => {
        const open = rules.filter((rule) => hasClinic(rule, day));
        const { intervals = [] } = deriveDay(rules, day) ?? {};
        for (const { time, closes } of intervals.filter((interval) => interval.time !== '')) {
          const lengths = open.flatMap((rule) =>
            listIntervals(rule).some((interval) => interval.time === time)
              ? (rule.intervalMinutes ?? [])
              : [],
          );
          expect(toMinutes(closes)).toBe(toMinutes(time) + Math.min(...lengths));
        }
        const slots =
          intervals.length > 0 ? deriveSlots({ id: 'a', series: withIds(rules) }, closings, day) : [];
        expect(slots.map((slot) => [slot.time, slot.closed === 1])).toEqual(
          intervals.map(({ time }) => [time, closings.some((closing) => closingCovers(closing, time))]),
        );
      },
    ),
    { numRuns: 1000 },
  );
});

test('the number of arrival times that is limited is that of the day with most', () => {
  const lastDays = fc.option(fc.integer({ min: 6, max: 200 }), { nil: undefined });
  const rules = fc.array(fc.tuple(anyRule, lastDays), { maxLength: 4 }).map((all) =>
    all.map(([rule, length]) => ({
      ...rule,
      exceptions: [],
      intervalMinutes: rule.intervalMinutes ?? 60,
      // Whole weeks, so that rules that overlap share each weekday.
      from: mondayBefore(rule.from),
      ...(length !== undefined && { until: mondayBefore(rule.from, Math.ceil(length / 7) * 7 - 1) }),
    })),
  );
  fc.assert(
    fc.property(rules, (rules) => {
      const days = rules.flatMap(({ from }) => listDays(from, mondayBefore(from, 6)));
      const counts = days.map((day) => deriveDay(rules, day)?.intervals.length ?? 0);
      expect(countArrivalTimes(rules)).toBe(Math.max(0, ...counts));
    }),
    { numRuns: 500 },
  );
});

/** Returns the day that is `later` days after the Monday of a day's week. */
const mondayBefore = (day: Day, later = 0): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + (1 - weekdayOf(day) + later) * 86_400_000)
    .toISOString()
    .slice(0, 10) as Day;

const withIds = (rules: readonly ClinicRule[]) => rules.map((rule, n) => ({ ...rule, id: String(n) }));

test('the summary says what a series means', () => {
  const rule = {
    weekdays: [2],
    from: '2026-12-01' as Day,
    opens: '09:00',
    closes: '17:00',
    slots: 96,
    exceptions: [],
  };
  expect(summarizeSeries(rule)).toBe('96 places on each Tuesday, 9:00 to 17:00; from December 1, 2026');
  expect(summarizeSeries({ ...rule, weekdays: [1, 2, 3, 4, 5, 6, 7] })).toMatch(/^96 places every day, /);
  expect(
    summarizeSeries({
      ...rule,
      weekdays: [5, 2],
      intervalMinutes: 30,
      slots: 6,
      until: '2027-02-26' as Day,
      exceptions: ['2026-12-25' as Day],
    }),
  ).toBe(
    '96 places on each Tuesday and Friday, 9:00 to 17:00; 6 every 30 minutes; from December 1, 2026 until February 26, 2027; except December 25, 2026',
  );
});
