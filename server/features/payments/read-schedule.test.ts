import { expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { FIRST_LOOK, pauseAfterFailure, pauseUntilEvents, pauseUntilLook } from './read-schedule.ts';

/** The ages at which an open charge is queried until it is given up. */
function looks(): number[] {
  const ages: number[] = [];
  for (let age = FIRST_LOOK; age < days(1); age += pauseUntilLook(age)) ages.push(age);
  return ages;
}

test('an abandoned charge costs few reads; in its first minute no gap is longer than 30 s', () => {
  const ages = looks();
  expect(ages.length).toBeLessThan(25);
  const gaps = ages.map((age, n) => age - (ages[n - 1] ?? 0));
  for (const [n, gap] of gaps.entries()) {
    if ((ages[n] ?? 0) <= minutes(1)) expect(gap).toBeLessThanOrEqual(seconds(30));
  }
});

/** How often the list of events is read in a month of so many payments, evenly spread, each an activity of a minute. */
function readsAMonth(payments: number, webhooksArrive: boolean): number {
  const every = days(30) / payments;
  let reads = 0;
  let active = 0;
  for (let now = 0; now < days(30); reads += 1) {
    active = Math.floor(now / every) * every;
    now += pauseUntilEvents({ provider: 'stripe', webhooksArrive, inactivity: now - active });
  }
  return reads;
}

test.each([
  [10, 10_000],
  [100, 50_000],
  [10_000, 5_000_000],
])('with %i payments a month Stripe allows %i reads: we stay below a fifth', (payments, allowed) => {
  // Each payment: the page opened twice, saved, looked at for two minutes; and one abandoned charge beside it.
  const each = 3 + looks().filter((age) => age <= minutes(2)).length + looks().length;
  for (const arrive of [true, false])
    expect(readsAMonth(payments, arrive) + payments * each).toBeLessThan(allowed / 5);
});

test('the sandbox is read all the time', () => {
  const given = { provider: 'sandbox', webhooksArrive: true, inactivity: days(9) } as const;
  expect(pauseUntilEvents(given)).toBe(seconds(5));
  expect(pauseAfterFailure('sandbox', 9)).toBe(seconds(5));
});

test('a list that cannot be read is tried later and later', () => {
  expect([1, 2, 3, 20].map((n) => pauseAfterFailure('stripe', n))).toEqual([
    minutes(1),
    minutes(2),
    minutes(4),
    hours(1),
  ]);
});
