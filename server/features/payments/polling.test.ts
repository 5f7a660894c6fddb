import { expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { onEveryDatabase } from '#server/testing/spread-database.ts';
import { openCharge } from './open-charge.ts';
import { lookAtOpen, noReads, noteWebhook, readEventsWhenDue } from './reconcile.ts';
import { openPaymentRoom } from './testing/room.ts';

onEveryDatabase((open) => {
  /** As with Stripe, whose reads are counted. */
  async function room() {
    const here = await openPaymentRoom(open);
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
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    for (let n = 0; n < 6; n += 1) {
      here.time.now += seconds(5);
      await lookAtOpen(here);
    }
    expect(await here.transactionId()).toBe('pi_1');
    expect(here.counts).toEqual({ events: 0, intents: 1 });
  });

  test('an abandoned charge is looked at less and less; opened again it is looked at soon', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    const looked: number[] = [];
    const start = here.time.now;
    for (let round = 0; round < 720; round += 1) {
      here.time.now += seconds(5);
      const before = here.counts.intents;
      await lookAtOpen(here);
      if (here.counts.intents > before) looked.push((here.time.now - start) / 1000);
    }
    expect(looked.length).toBeLessThan(15);
    expect(looked.slice(0, 4)).toEqual([15, 30, 45, 70]);
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    here.time.now += seconds(15);
    await lookAtOpen(here);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('two servers share the looks', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.time.now += seconds(20);
    await Promise.all([lookAtOpen(here), lookAtOpen(here), lookAtOpen(here)]);
    expect(here.counts.intents).toBe(1);
  });

  async function readsIn(here: Awaited<ReturnType<typeof room>>, ms: number, reads = noReads()) {
    const before = here.counts.events;
    for (const end = here.time.now + ms; here.time.now < end; here.time.now += seconds(30)) {
      await readEventsWhenDue(here, reads).catch(() => {});
    }
    return here.counts.events - before;
  }

  test('the list of events is read at the start, and hourly while webhooks arrive', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    await noteWebhook(here);
    expect(await readsIn(here, hours(3))).toBe(3);
    expect(await readsIn(here, minutes(5))).toBe(1);
  });

  test('without webhooks it backs off with inactivity', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    const reads = noReads();
    expect(await readsIn(here, minutes(5), reads)).toBe(5);
    await here.db.updateTable('charges').set({ status: 'canceled' }).execute();
    await readsIn(here, days(1), reads);
    expect(await readsIn(here, days(1), reads)).toBeLessThanOrEqual(30);
  });

  test('a webhook that did not come ends the trust in webhooks', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    await noteWebhook(here);
    const reads = noReads();
    await readEventsWhenDue(here, reads);
    here.time.now += minutes(1);
    here.provider.pay('pi_1');
    here.time.now += hours(1);
    await readEventsWhenDue(here, reads);
    expect(await here.transactionId()).toBe('pi_1');
    expect(await readsIn(here, minutes(5), reads)).toBeGreaterThan(2);
  });

  test('a list that cannot be read is not asked for every few seconds', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.goAway(true);
    expect(await readsIn(here, hours(1))).toBeLessThan(8);
    here.provider.goAway(false);
  });

  test('a look that fails is taken up again', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    here.provider.goAway(true);
    here.time.now += seconds(15);
    await expect(lookAtOpen(here)).rejects.toThrow('could not be queried');
    here.provider.goAway(false);
    here.time.now += seconds(15);
    await lookAtOpen(here);
    expect(await here.transactionId()).toBe('pi_1');
  });
});
