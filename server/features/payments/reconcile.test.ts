import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { filledForm, noon } from '#server/testing/people.ts';
import { requestAppointment } from '../appointments/rules.ts';
import { advancePosition } from './events-repository.ts';
import { openPayment } from './open-payment.ts';
import { expireStalePayments, handleCardEvent, readCardEvents } from './reconcile.ts';
import { createPaymentDeps, succeeded } from './testing/payment-deps.ts';

onAllDatabases((open) => {
  test('marks the appointment as paid when the browser never returns', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    deps.time.now += hours(3);
    deps.provider.pay('pi_1');
    deps.time.now += seconds(10);
    await readCardEvents(deps);
    expect(await deps.transactionId()).toBe('pi_1');
    expect(await deps.steps()).toContain('paid by reconciler');
  });

  test('continues to read events where the last round stopped', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.payAtProvider();
    await readCardEvents(deps);
    deps.time.now += days(2);
    deps.provider.put({ ...succeeded('pi_9', 'another'), status: 'open' });
    await readCardEvents(deps);
    const requested: number[] = [];
    const listEvents = (since: number) => {
      requested.push(since);
      return deps.cards.listEvents(since);
    };
    await readCardEvents({ ...deps, cards: { ...deps.cards, listEvents } });
    expect(requested).toEqual([deps.time.now - minutes(5)]);
  });

  test('repeats a round that was interrupted', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.payAtProvider();
    const listEvents = async function* (since: number) {
      for await (const event of deps.cards.listEvents(since)) {
        if (event.intent.status === 'succeeded') throw new Error('The connection is lost.');
        yield event;
      }
    };
    const broken = readCardEvents({ ...deps, cards: { ...deps.cards, listEvents } });
    await expect(broken).rejects.toThrow('The connection is lost.');
    await readCardEvents(deps);
    expect(await deps.transactionId()).toBe('pi_1');
  });

  test('expires a payment that is unpaid for a day, and creates another when its page is opened', async () => {
    await using deps = await createPaymentDeps(open);
    const first = await openPayment(deps, deps.id);
    deps.time.now += hours(23);
    await expireStalePayments(deps);
    expect(deps.provider.intents.get('pi_1')?.status).toBe('open');
    deps.time.now += hours(1);
    await expireStalePayments(deps);
    expect(deps.provider.intents.get('pi_1')?.status).toBe('canceled');
    expect(await openPayment(deps, deps.id)).not.toBe(first);
    expect(await deps.steps()).toEqual(['opened by page', 'canceled by reconciler', 'opened by page']);
  });

  test('settles an expired payment that turns out to be paid', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.payAtProvider();
    deps.time.now += hours(24);
    await expireStalePayments(deps);
    expect(await deps.transactionId()).toBe('pi_1');
  });

  test('expires the other payments when one cannot be canceled', async () => {
    await using deps = await createPaymentDeps(open);
    const other = await requestAppointment(deps, deps.viewer, filledForm({ date: '2026-11-27' as Day }));
    await openPayment(deps, deps.id);
    await openPayment(deps, other.success ? other.insertedId : '');
    deps.time.now += hours(24);
    const cancelIntent = (id: string) =>
      id === 'pi_1' ? Promise.reject(new AppError('unavailable')) : deps.cards.cancelIntent(id);
    const round = expireStalePayments({ ...deps, cards: { ...deps.cards, cancelIntent } });
    await expect(round).rejects.toThrow('Expired payments could not be canceled.');
    expect(deps.provider.intents.get('pi_2')?.status).toBe('canceled');
    deps.time.now += hours(1);
    await expireStalePayments(deps);
    expect(deps.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('handles the other events when one fails, and retries that one', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.payAtProvider();
    const broken = { ...succeeded('pi_x', deps.id), paidAt: 'soon' as unknown as number };
    deps.provider.put({
      ...broken,
      paidAt: Number.NaN,
      currency: null as unknown as string,
    });
    await expect(readCardEvents(deps)).rejects.toThrow('were not handled');
    expect(await deps.transactionId()).toBe('pi_1');
    await expect(readCardEvents(deps)).rejects.toThrow('were not handled');
  });

  test('reads the list in windows, oldest first, after a long downtime', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.payAtProvider();
    deps.time.now += days(2);
    const requested: (number | undefined)[] = [];
    const listEvents = (since: number, before?: number) => {
      requested.push(before);
      return deps.cards.listEvents(since, before);
    };
    await readCardEvents({ ...deps, cards: { ...deps.cards, listEvents } });
    expect(await deps.transactionId()).toBe('pi_1');
    expect(requested).toHaveLength(8);
    expect(requested).toEqual([...requested].sort());
    expect(requested.at(-1)).toBeUndefined();
  });

  test('still finds payments after the clock was far ahead', async () => {
    await using deps = await createPaymentDeps(open);
    await advancePosition(deps.db, noon + days(365));
    await deps.payAtProvider();
    await readCardEvents(deps);
    expect(await deps.transactionId()).toBe('pi_1');
  });

  test('finds payments made while the clock was days ahead, once it is right', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    deps.time.now += days(3);
    await readCardEvents(deps);
    await readCardEvents(deps);
    deps.time.now -= days(3);
    // The provider's clock was right all the time, and no webhook was received.
    deps.time.now += minutes(10);
    deps.provider.pay('pi_1');
    deps.time.now += days(3);
    await readCardEvents(deps);
    expect(await deps.transactionId()).toBeNull();
    deps.time.now -= days(3) - minutes(50);
    await readCardEvents(deps);
    expect(await deps.transactionId()).toBe('pi_1');
    // From then on it continues from there instead of reading everything again.
    const requested: number[] = [];
    const listEvents = (since: number, before?: number) => {
      requested.push(since);
      return deps.cards.listEvents(since, before);
    };
    await readCardEvents({ ...deps, cards: { ...deps.cards, listEvents } });
    expect(requested).toHaveLength(1);
  });

  test('handles an event once', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    const event = {
      id: 'evt_1',
      at: deps.time.now,
      about: 'payment' as const,
      intent: succeeded('pi_2', deps.id),
    };
    await Promise.all(Array.from({ length: 5 }, () => handleCardEvent(deps, event, 'webhook')));
    expect(await deps.steps('pi_2')).toEqual(['paid by webhook']);
  });
});
