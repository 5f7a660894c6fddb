import { expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { openPayment } from './open-payment.ts';
import {
  checkOpenPayments,
  createEventReadState,
  delayAfterFailure,
  delayUntilCheck,
  FIRST_CHECK_MS,
  readEventsWhenDue,
} from './reconcile.ts';
import { createPaymentDeps } from './testing/payment-deps.ts';

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
    // Per payment: the page opened twice, one confirmation, two minutes of checks, and one abandoned payment.
    const readsPerPayment = 3 + checkAges().filter((age) => age <= minutes(2)).length + checkAges().length;
    const readsOfEvents = days(30) / minutes(30);
    expect(readsOfEvents + payments * readsPerPayment).toBeLessThan(allowed / 5);
  },
);

test('retries a list that cannot be read with growing delays, except in the sandbox', () => {
  expect([1, 2, 3, 20].map((n) => delayAfterFailure('stripe', n) / minutes(1))).toEqual([1, 2, 4, 30]);
  expect(delayAfterFailure('sandbox', 9)).toBe(seconds(5));
});

onAllDatabases((open) => {
  /** Creates dependencies with Stripe as the provider, and counts its reads. */
  async function createDeps() {
    const deps = await createPaymentDeps(open);
    const counts = { events: 0, intents: 0 };
    const cards = {
      ...deps.cards,
      provider: 'stripe' as const,
      listEvents(since: number, before?: number) {
        counts.events += 1;
        return deps.cards.listEvents(since, before);
      },
      findIntent(id: string) {
        counts.intents += 1;
        return deps.cards.findIntent(id);
      },
    };
    return { ...deps, cards, counts };
  }

  test('finds within 30 s a payment that neither browser nor webhook reported', async () => {
    await using deps = await createDeps();
    await deps.payAtProvider();
    for (let n = 0; n < 6; n += 1) {
      deps.time.now += seconds(5);
      await checkOpenPayments(deps);
    }
    expect(await deps.transactionId()).toBe('pi_1');
    expect(deps.counts).toEqual({ events: 0, intents: 1 });
  });

  test('checks an abandoned payment less and less often, and soon after its page is opened again', async () => {
    await using deps = await createDeps();
    await openPayment(deps, deps.id);
    const checkedAt: number[] = [];
    const start = deps.time.now;
    const step = () => (deps.time.now - start < minutes(2) ? seconds(5) : minutes(1));
    while (deps.time.now < start + hours(1)) {
      deps.time.now += step();
      const before = deps.counts.intents;
      await checkOpenPayments(deps);
      if (deps.counts.intents > before) checkedAt.push((deps.time.now - start) / 1000);
    }
    expect(checkedAt.length).toBeLessThan(15);
    expect(checkedAt.slice(0, 4)).toEqual([15, 30, 45, 70]);
    await deps.payAtProvider();
    deps.time.now += seconds(15);
    await checkOpenPayments(deps);
    expect(await deps.transactionId()).toBe('pi_1');
  });

  test('shares the checks between servers', async () => {
    await using deps = await createDeps();
    await openPayment(deps, deps.id);
    deps.time.now += seconds(20);
    await Promise.all([checkOpenPayments(deps), checkOpenPayments(deps), checkOpenPayments(deps)]);
    expect(deps.counts.intents).toBe(1);
  });

  test('reads the list of events at startup and every half hour, and backs off while it fails', async () => {
    await using deps = await createDeps();
    await openPayment(deps, deps.id);
    async function readsIn(ms: number, reads = createEventReadState()) {
      const before = deps.counts.events;
      for (const end = deps.time.now + ms; deps.time.now < end; deps.time.now += minutes(1))
        await readEventsWhenDue(deps, reads).catch(() => {});
      return deps.counts.events - before;
    }
    expect(await readsIn(hours(1.5))).toBe(3);
    expect(await readsIn(minutes(5))).toBe(1);
    deps.provider.setUnavailable(true);
    expect(await readsIn(hours(1))).toBeLessThan(8);
  });

  test('repeats a failed check', async () => {
    await using deps = await createDeps();
    await deps.payAtProvider();
    deps.provider.setUnavailable(true);
    deps.time.now += seconds(15);
    await expect(checkOpenPayments(deps)).rejects.toThrow('could not be queried');
    deps.provider.setUnavailable(false);
    deps.time.now += seconds(15);
    await checkOpenPayments(deps);
    expect(await deps.transactionId()).toBe('pi_1');
  });
});
