import { expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { filledForm, noon } from '#server/testing/people.ts';
import { requestAppointment } from '../appointments/rules.ts';
import { movePosition } from './events-repository.ts';
import { openPayment } from './open-payment.ts';
import { expireStalePayments, handleCardEvent, readCardEvents } from './reconcile.ts';
import { createPaymentDeps, succeeded } from './testing/payment-deps.ts';

onAllDatabases((open) => {
  test('marks the appointment as paid when the browser never returns', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    here.time.now += hours(3);
    here.provider.pay('pi_1');
    here.time.now += seconds(10);
    await readCardEvents(here);
    expect(await here.transactionId()).toBe('pi_1');
    expect(await here.steps()).toContain('paid by reconciler');
  });

  test('continues to read events where the last round stopped', async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    await readCardEvents(here);
    here.time.now += days(2);
    here.provider.put({ ...succeeded('pi_9', 'another'), status: 'open' });
    await readCardEvents(here);
    const asked: number[] = [];
    const listEvents = (since: number) => {
      asked.push(since);
      return here.cards.listEvents(since);
    };
    await readCardEvents({ ...here, cards: { ...here.cards, listEvents } });
    expect(asked).toEqual([here.time.now - minutes(5)]);
  });

  test('repeats a round that was interrupted', async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    const listEvents = async function* (since: number) {
      for await (const event of here.cards.listEvents(since)) {
        if (event.intent.status === 'succeeded') throw new Error('The line is gone.');
        yield event;
      }
    };
    const broken = readCardEvents({ ...here, cards: { ...here.cards, listEvents } });
    await expect(broken).rejects.toThrow('The line is gone.');
    await readCardEvents(here);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('expires a payment that is unpaid for a day, and creates another when its page is opened', async () => {
    await using here = await createPaymentDeps(open);
    const first = await openPayment(here, here.id);
    here.time.now += hours(23);
    await expireStalePayments(here);
    expect(here.provider.intents.get('pi_1')?.status).toBe('open');
    here.time.now += hours(1);
    await expireStalePayments(here);
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
    expect(await openPayment(here, here.id)).not.toBe(first);
    expect(await here.steps()).toEqual(['opened by page', 'canceled by reconciler', 'opened by page']);
  });

  test('settles an expired payment that turns out to be paid', async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    here.time.now += hours(24);
    await expireStalePayments(here);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('expires the other payments when one cannot be canceled', async () => {
    await using here = await createPaymentDeps(open);
    const other = await requestAppointment(here, here.viewer, filledForm({ date: '2026-11-27' }));
    await openPayment(here, here.id);
    await openPayment(here, other.success ? other.insertedId : '');
    here.time.now += hours(24);
    const cancelIntent = (id: string) =>
      id === 'pi_1' ? Promise.reject(new AppError('unavailable')) : here.cards.cancelIntent(id);
    const round = expireStalePayments({ ...here, cards: { ...here.cards, cancelIntent } });
    await expect(round).rejects.toThrow('Stale charges could not be ended.');
    expect(here.provider.intents.get('pi_2')?.status).toBe('canceled');
    here.time.now += hours(1);
    await expireStalePayments(here);
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('handles the other events when one fails, and retries that one', async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    const broken = { ...succeeded('pi_x', here.id), paidAt: 'soon' as unknown as number };
    here.provider.put({
      ...broken,
      paidAt: Number.NaN,
      currency: null as unknown as string,
    });
    await expect(readCardEvents(here)).rejects.toThrow('were not handled');
    expect(await here.transactionId()).toBe('pi_1');
    await expect(readCardEvents(here)).rejects.toThrow('were not handled');
  });

  test('reads the list in windows, oldest first, after a long downtime', async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    here.time.now += days(2);
    const asked: (number | undefined)[] = [];
    const listEvents = (since: number, before?: number) => {
      asked.push(before);
      return here.cards.listEvents(since, before);
    };
    await readCardEvents({ ...here, cards: { ...here.cards, listEvents } });
    expect(await here.transactionId()).toBe('pi_1');
    expect(asked).toHaveLength(8);
    expect(asked).toEqual([...asked].sort());
    expect(asked.at(-1)).toBeUndefined();
  });

  test('still finds payments after the clock was far ahead', async () => {
    await using here = await createPaymentDeps(open);
    await movePosition(here.db, noon + days(365));
    await here.charge();
    await readCardEvents(here);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('finds payments made while the clock was days ahead, once it is right', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    here.time.now += days(3);
    await readCardEvents(here);
    await readCardEvents(here);
    here.time.now -= days(3);
    // The provider's clock was right all the time, and no webhook was received.
    here.time.now += minutes(10);
    here.provider.pay('pi_1');
    here.time.now += days(3);
    await readCardEvents(here);
    expect(await here.transactionId()).toBeNull();
    here.time.now -= days(3) - minutes(50);
    await readCardEvents(here);
    expect(await here.transactionId()).toBe('pi_1');
    // From then on it continues from there instead of reading everything again.
    const asked: number[] = [];
    const listEvents = (since: number, before?: number) => {
      asked.push(since);
      return here.cards.listEvents(since, before);
    };
    await readCardEvents({ ...here, cards: { ...here.cards, listEvents } });
    expect(asked).toHaveLength(1);
  });

  test('handles an event once', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    const event = {
      id: 'evt_1',
      at: here.time.now,
      about: 'payment' as const,
      intent: succeeded('pi_2', here.id),
    };
    await Promise.all(Array.from({ length: 5 }, () => handleCardEvent(here, event, 'webhook')));
    expect(await here.steps('pi_2')).toEqual(['paid by webhook']);
  });
});
