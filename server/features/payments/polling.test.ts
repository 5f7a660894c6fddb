import { expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { openPayment } from './open-payment.ts';
import {
  checkOpenPayments,
  delayAfterFailure,
  delayUntilCheck,
  FIRST_CHECK_MS,
  noEventReads,
  readEventsWhenDue,
} from './reconcile.ts';
import { createPaymentDeps } from './testing/payment-deps.ts';

/** The ages at which an open charge is queried until it is given up. */
function looks(): number[] {
  const ages: number[] = [];
  for (let age = FIRST_CHECK_MS; age < days(1); age += delayUntilCheck(age)) ages.push(age);
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

test.each([
  [10, 10_000],
  [100, 50_000],
  [10_000, 5_000_000],
])('with %i payments a month Stripe allows %i reads: we stay below a fifth', (payments, allowed) => {
  // Each payment: the page opened twice, saved, looked at for two minutes; and one abandoned charge beside it.
  const each = 3 + looks().filter((age) => age <= minutes(2)).length + looks().length;
  const readsOfEvents = days(30) / minutes(30);
  expect(readsOfEvents + payments * each).toBeLessThan(allowed / 5);
});

test('a list that cannot be read is tried later and later; the sandbox all the time', () => {
  expect([1, 2, 3, 20].map((n) => delayAfterFailure('stripe', n) / minutes(1))).toEqual([1, 2, 4, 30]);
  expect(delayAfterFailure('sandbox', 9)).toBe(seconds(5));
});

onAllDatabases((open) => {
  /** As with Stripe, whose reads are counted. */
  async function deps() {
    const here = await createPaymentDeps(open);
    const counts = { events: 0, intents: 0 };
    const cards = {
      ...here.cards,
      provider: 'stripe' as const,
      listEvents(since: number, before?: number) {
        counts.events += 1;
        return here.cards.listEvents(since, before);
      },
      findIntent(id: string) {
        counts.intents += 1;
        return here.cards.findIntent(id);
      },
    };
    return { ...here, cards, counts };
  }

  test('a charge that neither browser nor webhook reports is found by a look at its intent, within 30 s', async () => {
    await using here = await deps();
    await here.charge();
    for (let n = 0; n < 6; n += 1) {
      here.time.now += seconds(5);
      await checkOpenPayments(here);
    }
    expect(await here.transactionId()).toBe('pi_1');
    expect(here.counts).toEqual({ events: 0, intents: 1 });
  });

  test('an abandoned charge is looked at less and less; opened again it is looked at soon', async () => {
    await using here = await deps();
    await openPayment(here, here.id);
    const looked: number[] = [];
    const start = here.time.now;
    const step = () => (here.time.now - start < minutes(2) ? seconds(5) : minutes(1));
    while (here.time.now < start + hours(1)) {
      here.time.now += step();
      const before = here.counts.intents;
      await checkOpenPayments(here);
      if (here.counts.intents > before) looked.push((here.time.now - start) / 1000);
    }
    expect(looked.length).toBeLessThan(15);
    expect(looked.slice(0, 4)).toEqual([15, 30, 45, 70]);
    await here.charge();
    here.time.now += seconds(15);
    await checkOpenPayments(here);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('two servers share the looks', async () => {
    await using here = await deps();
    await openPayment(here, here.id);
    here.time.now += seconds(20);
    await Promise.all([checkOpenPayments(here), checkOpenPayments(here), checkOpenPayments(here)]);
    expect(here.counts.intents).toBe(1);
  });

  test('the list of events is read at each start, then every half hour, and not every few seconds while it fails', async () => {
    await using here = await deps();
    await openPayment(here, here.id);
    async function readsIn(ms: number, reads = noEventReads()) {
      const before = here.counts.events;
      for (const end = here.time.now + ms; here.time.now < end; here.time.now += minutes(1))
        await readEventsWhenDue(here, reads).catch(() => {});
      return here.counts.events - before;
    }
    expect(await readsIn(hours(1.5))).toBe(3);
    expect(await readsIn(minutes(5))).toBe(1);
    here.provider.goAway(true);
    expect(await readsIn(hours(1))).toBeLessThan(8);
  });

  test('a look that fails is taken up again', async () => {
    await using here = await deps();
    await here.charge();
    here.provider.goAway(true);
    here.time.now += seconds(15);
    await expect(checkOpenPayments(here)).rejects.toThrow('could not be queried');
    here.provider.goAway(false);
    here.time.now += seconds(15);
    await checkOpenPayments(here);
    expect(await here.transactionId()).toBe('pi_1');
  });
});
