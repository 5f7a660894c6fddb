import { expect } from 'vitest';
import type { Day } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { bookAppointment, noon } from '#server/testing/people.ts';
import { advancePosition } from './events-repository.ts';
import { openPayment } from './open-payment.ts';
import { expireStalePayments, handleCardEvent, readCardEvents } from './reconcile.ts';
import { createPaymentFixture, succeeded } from './testing/payment-fixture.ts';

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(() => createPaymentFixture(open));

  test('marks the appointment as paid when the browser never returns', async (fixture) => {
    await openPayment(fixture, fixture.id);
    fixture.time.now += hours(3);
    fixture.provider.pay('pi_1');
    fixture.time.now += seconds(10);
    await readCardEvents(fixture);
    expect(await fixture.transactionId()).toBe('pi_1');
    expect(await fixture.steps()).toContain('paid by reconciler');
  });

  test('continues to read events where the last round stopped', async (fixture) => {
    await fixture.payAtProvider();
    await readCardEvents(fixture);
    fixture.time.now += days(2);
    fixture.provider.put({ ...succeeded('pi_9', 'another'), status: 'open' });
    await readCardEvents(fixture);
    const requested: number[] = [];
    const listEvents = (since: number) => {
      requested.push(since);
      return fixture.cards.listEvents(since);
    };
    await readCardEvents({ ...fixture, cards: { ...fixture.cards, listEvents } });
    expect(requested).toEqual([fixture.time.now - minutes(5)]);
  });

  test('repeats a round that was interrupted', async (fixture) => {
    await fixture.payAtProvider();
    const listEvents = async function* (since: number) {
      for await (const event of fixture.cards.listEvents(since)) {
        if (event.intent.status === 'succeeded') throw new Error('The connection is lost.');
        yield event;
      }
    };
    const broken = readCardEvents({ ...fixture, cards: { ...fixture.cards, listEvents } });
    await expect(broken).rejects.toThrow('The connection is lost.');
    await readCardEvents(fixture);
    expect(await fixture.transactionId()).toBe('pi_1');
  });

  test('expires a payment that is unpaid for a day, and creates another when its page is opened', async (fixture) => {
    const first = await openPayment(fixture, fixture.id);
    fixture.time.now += hours(23);
    await expireStalePayments(fixture);
    expect(fixture.provider.intents.get('pi_1')?.status).toBe('open');
    fixture.time.now += hours(1);
    await expireStalePayments(fixture);
    expect(fixture.provider.intents.get('pi_1')?.status).toBe('canceled');
    expect(await openPayment(fixture, fixture.id)).not.toBe(first);
    expect(await fixture.steps()).toEqual(['opened by page', 'canceled by reconciler', 'opened by page']);
  });

  test('settles an expired payment that turns out to be paid', async (fixture) => {
    await fixture.payAtProvider();
    fixture.time.now += hours(24);
    await expireStalePayments(fixture);
    expect(await fixture.transactionId()).toBe('pi_1');
  });

  test('expires the other payments when one cannot be canceled', async (fixture) => {
    const other = await bookAppointment(fixture, fixture.viewer, { date: '2026-11-27' as Day });
    for (const id of [fixture.id, other]) await openPayment(fixture, id);
    fixture.time.now += hours(24);
    const cancelIntent = (id: string) =>
      id === 'pi_1' ? Promise.reject(new AppError('unavailable')) : fixture.cards.cancelIntent(id);
    const round = expireStalePayments({ ...fixture, cards: { ...fixture.cards, cancelIntent } });
    await expect(round).rejects.toThrow('Expired payments could not be canceled.');
    expect(fixture.provider.intents.get('pi_2')?.status).toBe('canceled');
    fixture.time.now += hours(1);
    await expireStalePayments(fixture);
    expect(fixture.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('handles the other events when one fails, and retries that one', async (fixture) => {
    await fixture.payAtProvider();
    const broken = { ...succeeded('pi_x', fixture.id), paidAt: 'soon' as unknown as number };
    fixture.provider.put({
      ...broken,
      paidAt: Number.NaN,
      currency: null as unknown as string,
    });
    await expect(readCardEvents(fixture)).rejects.toThrow('were not handled');
    expect(await fixture.transactionId()).toBe('pi_1');
    await expect(readCardEvents(fixture)).rejects.toThrow('were not handled');
  });

  test('reads the list in windows, oldest first, after a long downtime', async (fixture) => {
    await fixture.payAtProvider();
    fixture.time.now += days(2);
    const requested: (number | undefined)[] = [];
    const listEvents = (since: number, before?: number) => {
      requested.push(before);
      return fixture.cards.listEvents(since, before);
    };
    await readCardEvents({ ...fixture, cards: { ...fixture.cards, listEvents } });
    expect(await fixture.transactionId()).toBe('pi_1');
    expect(requested).toHaveLength(8);
    expect(requested).toEqual([...requested].sort());
    expect(requested.at(-1)).toBeUndefined();
  });

  test('still finds payments after the clock was far ahead', async (fixture) => {
    await advancePosition(fixture.db, noon + days(365));
    await fixture.payAtProvider();
    await readCardEvents(fixture);
    expect(await fixture.transactionId()).toBe('pi_1');
  });

  test('finds payments made while the clock was days ahead, once it is right', async (fixture) => {
    await openPayment(fixture, fixture.id);
    fixture.time.now += days(3);
    await readCardEvents(fixture);
    await readCardEvents(fixture);
    fixture.time.now -= days(3);
    // The provider's clock was right all the time, and no webhook was received.
    fixture.time.now += minutes(10);
    fixture.provider.pay('pi_1');
    fixture.time.now += days(3);
    await readCardEvents(fixture);
    expect(await fixture.transactionId()).toBeNull();
    fixture.time.now -= days(3) - minutes(50);
    await readCardEvents(fixture);
    expect(await fixture.transactionId()).toBe('pi_1');
    // From then on, the job reads only newer events, instead of everything again.
    const requested: number[] = [];
    const listEvents = (since: number, before?: number) => {
      requested.push(since);
      return fixture.cards.listEvents(since, before);
    };
    await readCardEvents({ ...fixture, cards: { ...fixture.cards, listEvents } });
    expect(requested).toHaveLength(1);
  });

  test('handles an event once', async (fixture) => {
    await openPayment(fixture, fixture.id);
    const event = {
      id: 'evt_1',
      at: fixture.time.now,
      about: 'payment' as const,
      intent: succeeded('pi_2', fixture.id),
    };
    await Promise.all(Array.from({ length: 5 }, () => handleCardEvent(fixture, event, 'webhook')));
    expect(await fixture.steps('pi_2')).toEqual(['paid by webhook']);
  });
});
