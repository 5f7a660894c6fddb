import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { openPayment } from './open-payment.ts';
import {
  checkOpenPayments,
  createEventReadState,
  delayAfterFailure,
  delayUntilCheck,
  FIRST_CHECK_MS,
  readEventsWhenDue,
} from './reconcile.ts';
import { createPaymentFixture } from './testing/payment-fixture.ts';

/** Returns the ages at which an open payment is checked until it expires. */
function checkAges(): number[] {
  const ages: number[] = [];
  for (let age = FIRST_CHECK_MS; age < days(1); age += delayUntilCheck(age)) ages.push(age);
  return ages;
}

test('checks an abandoned payment rarely, and every 30 s or more often in its first minute', () => {
  const ages = checkAges();
  expect(ages.length).toBeLessThan(25);
  const gaps = ages.map((age, n) => age - (ages[n - 1] ?? 0));
  for (const [n, gap] of gaps.entries()) {
    if ((ages[n] ?? 0) <= minutes(1)) expect(gap).toBeLessThanOrEqual(seconds(30));
  }
});

test.each([
  [10, 10_000],
  [100, 50_000],
  [10_000, 5_000_000],
])(
  'with %i payments a month, uses less than a fifth of the %i reads that Stripe allows',
  (payments, allowed) => {
    // Each payment is read when its page opens twice, when it is confirmed, and in two minutes of checks. For
    // each, another payment is abandoned.
    const readsPerPayment = 3 + checkAges().filter((age) => age <= minutes(2)).length + checkAges().length;
    const readsOfEvents = days(30) / minutes(30);
    expect(readsOfEvents + payments * readsPerPayment).toBeLessThan(allowed / 5);
  },
);

test('retries a list that cannot be read with growing delays, except in the sandbox', () => {
  expect([1, 2, 3, 20].map((n) => delayAfterFailure('stripe', n) / minutes(1))).toEqual([1, 2, 4, 30]);
  expect(delayAfterFailure('sandbox', 9)).toBe(seconds(5));
});

onBothDatabases([serverMigrations], (open) => {
  /** Creates dependencies with Stripe as the provider, and counts its reads. */
  async function createDeps() {
    const fixture = await createPaymentFixture(open);
    const counts = { events: 0, intents: 0 };
    const cards = {
      ...fixture.cards,
      provider: 'stripe' as const,
      listEvents(since: number, before?: number) {
        counts.events += 1;
        return fixture.cards.listEvents(since, before);
      },
      findIntent(id: string) {
        counts.intents += 1;
        return fixture.cards.findIntent(id);
      },
    };
    return { ...fixture, cards, counts };
  }

  const test = testWith(createDeps);

  test('finds within 30 s a payment that neither browser nor webhook reported', async (fixture) => {
    await fixture.payAtProvider();
    for (let n = 0; n < 6; n += 1) {
      fixture.time.now += seconds(5);
      await checkOpenPayments(fixture);
    }
    expect(await fixture.transactionId()).toBe('pi_1');
    expect(fixture.counts).toEqual({ events: 0, intents: 1 });
  });

  test('checks an abandoned payment less and less often, and soon after its page is opened again', async (fixture) => {
    await openPayment(fixture, fixture.id);
    const checkedAt: number[] = [];
    const start = fixture.time.now;
    const step = () => (fixture.time.now - start < minutes(2) ? seconds(5) : minutes(1));
    while (fixture.time.now < start + hours(1)) {
      fixture.time.now += step();
      const before = fixture.counts.intents;
      await checkOpenPayments(fixture);
      if (fixture.counts.intents > before) checkedAt.push((fixture.time.now - start) / 1000);
    }
    expect(checkedAt.length).toBeLessThan(15);
    expect(checkedAt.slice(0, 4)).toEqual([15, 30, 45, 70]);
    await fixture.payAtProvider();
    fixture.time.now += seconds(15);
    await checkOpenPayments(fixture);
    expect(await fixture.transactionId()).toBe('pi_1');
  });

  test('shares the checks between servers', async (fixture) => {
    await openPayment(fixture, fixture.id);
    fixture.time.now += seconds(20);
    await Promise.all([checkOpenPayments(fixture), checkOpenPayments(fixture), checkOpenPayments(fixture)]);
    expect(fixture.counts.intents).toBe(1);
  });

  test('reads the list of events at startup and every half hour, and backs off while it fails', async (fixture) => {
    await openPayment(fixture, fixture.id);
    async function readsIn(ms: number, reads = createEventReadState()) {
      const before = fixture.counts.events;
      for (const end = fixture.time.now + ms; fixture.time.now < end; fixture.time.now += minutes(1))
        await readEventsWhenDue(fixture, reads).catch(() => {});
      return fixture.counts.events - before;
    }
    expect(await readsIn(hours(1.5))).toBe(3);
    expect(await readsIn(minutes(5))).toBe(1);
    fixture.provider.setUnavailable(true);
    expect(await readsIn(hours(1))).toBeLessThan(8);
  });

  test('repeats a failed check', async (fixture) => {
    await fixture.payAtProvider();
    fixture.provider.setUnavailable(true);
    fixture.time.now += seconds(15);
    await expect(checkOpenPayments(fixture)).rejects.toThrow('could not be queried');
    fixture.provider.setUnavailable(false);
    fixture.time.now += seconds(15);
    await checkOpenPayments(fixture);
    expect(await fixture.transactionId()).toBe('pi_1');
  });
});
