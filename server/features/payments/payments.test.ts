import { expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { hours, minutes } from '#platform/time.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import {
  holdRefundsByOperator,
  listPaymentsToDecide,
  refundByOperator,
  releaseRefunds,
  resolveByOperator,
} from './administration.ts';
import { cancelOpenPayment, cancelPayment } from './close-payment.ts';
import { openPayment } from './open-payment.ts';
import { expireStalePayments, readCardEvents } from './reconcile.ts';
import { countUndecided, insertPayment } from './repository.ts';
import { findHold, identifySite, type SiteEnvironment } from './site.ts';
import { createPaymentDeps, opening, succeeded } from './testing/payment-deps.ts';

const folder = (value: string, restoredFrom?: string): SiteEnvironment => ({
  kind: 'folder',
  value,
  restoredFrom,
});

onAllDatabases((open) => {
  test('[API-10] returns the same client secret while the payment is open, also to ten concurrent requests', async () => {
    await using deps = await createPaymentDeps(open);
    const secrets = await Promise.all(Array.from({ length: 10 }, () => openPayment(deps, deps.id)));
    expect(new Set([...secrets, await openPayment(deps, deps.id)]).size).toBe(1);
  });

  test('creates a new payment after the last one ended', async () => {
    await using deps = await createPaymentDeps(open);
    const first = await openPayment(deps, deps.id);
    await deps.cards.cancelIntent('pi_1');
    expect(await openPayment(deps, deps.id)).not.toBe(first);
  });

  test('creates no payment for a paid or missing appointment', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.pay();
    await expect(openPayment(deps, deps.id)).rejects.toMatchObject({ code: 'already-paid' });
    await expect(openPayment(deps, 'gone')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('recovers from a crash between storing the payment and receiving its intent', async () => {
    await using deps = await createPaymentDeps(open);
    const failingCards = { ...deps.cards, createIntent: () => Promise.reject(new AppError('unavailable')) };
    await expect(openPayment({ ...deps, cards: failingCards }, deps.id)).rejects.toMatchObject({
      code: 'unavailable',
    });
    deps.time.now += minutes(10);
    await expireStalePayments(deps);
    expect(await openPayment(deps, deps.id)).toBe('pi_1_secret');
  });

  test('uses another idempotency key after the provider failed to create an intent', async () => {
    await using deps = await createPaymentDeps(open);
    deps.provider.setFailing(true);
    await expect(openPayment(deps, deps.id)).rejects.toMatchObject({ code: 'unavailable' });
    const [failed] = await deps.db.selectFrom('charges').selectAll().execute();
    deps.provider.setFailing(false);
    await openPayment(deps, deps.id);
    const payments = await deps.db.selectFrom('charges').select(['id', 'status']).execute();
    expect(payments.map(({ status }) => status).sort()).toEqual(['failed', 'open']);
    expect(payments.filter(({ id }) => id === failed?.id)).toHaveLength(1);
  });

  test('changes nothing while the provider is unavailable', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    deps.provider.setUnavailable(true);
    const unavailable = { code: 'unavailable' };
    await expect(openPayment(deps, deps.id)).rejects.toMatchObject(unavailable);
    await expect(cancelOpenPayment(deps, deps.id)).rejects.toMatchObject(unavailable);
    await expect(deps.confirm()).rejects.toMatchObject(unavailable);
    deps.provider.setUnavailable(false);
    expect(deps.provider.intents.get('pi_1')?.status).toBe('open');
  });

  test('replaces a payment of the old price', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    await deps.db.updateTable('charges').set({ amount: 300 }).execute();
    expect(await openPayment(deps, deps.id)).toBe('pi_2_secret');
    expect(deps.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('refunds money taken for a deleted appointment', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.payAtProvider();
    await deps.remove();
    await deps.deliver();
    expect(deps.provider.refunded).toEqual(['pi_1']);
    expect(await deps.steps()).toEqual([
      'opened by page',
      'refund-due by cancellation',
      'refunded by refund',
    ]);
  });

  test('cancels a payment that was created while its appointment was canceled', async () => {
    await using deps = await createPaymentDeps(open);
    await cancelOpenPayment(deps, deps.id);
    await openPayment(deps, deps.id);
    await deps.remove();
    await deps.outbox.deliver();
    expect(deps.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('cancels a payment that gets its intent during the cancellation', async () => {
    await using deps = await createPaymentDeps(open);
    const stale = await deps.db.transaction().execute((trx) => insertPayment(trx, opening(deps.id)));
    await openPayment(deps, deps.id);
    expect(await cancelPayment(deps, stale ?? opening(deps.id), 'cancellation')).toBe('ended');
    expect(deps.provider.intents.get('pi_1')?.status).toBe('canceled');
    expect(await deps.steps()).toEqual(['opened by page', 'canceled by cancellation']);
  });

  test('cancels the open payment before a cancellation, and keeps an appointment that was paid first', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    await cancelOpenPayment(deps, deps.id);
    expect(deps.provider.intents.get('pi_1')?.status).toBe('canceled');

    await openPayment(deps, deps.id);
    deps.provider.pay('pi_2');
    await expect(cancelOpenPayment(deps, deps.id)).rejects.toMatchObject({ code: 'already-paid' });
    expect(await deps.transactionId()).toBe('pi_2');
  });

  test("keeps the site's id, and holds refunds after a move or a restore", async () => {
    await using deps = await createPaymentDeps(open);
    const { id } = await identifySite(deps.db, folder('/data 7'));
    expect(await identifySite(deps.db, folder('/data 7'))).toEqual({ id });
    expect(await findHold(deps.db)).toBeUndefined();
    expect(await identifySite(deps.db, folder('/copy 8'))).toEqual({ id });
    expect(await findHold(deps.db)).toBe('the data was copied or moved from another place');
    await releaseRefunds(deps.database, deps);
    expect(await identifySite(deps.db, folder('/copy 8'))).toEqual({ id });
    expect(await findHold(deps.db)).toBeUndefined();
    await identifySite(deps.db, folder('/copy 8', '2026-11-01T00:00:00.000Z'));
    expect(await findHold(deps.db)).toBe('restored from the backup of 2026-11-01T00:00:00.000Z');
  });

  test('does not hold refunds after a move from SQLite to PostgreSQL', async () => {
    await using deps = await createPaymentDeps(open);
    await identifySite(deps.db, folder('/data 7'));
    await identifySite(deps.db, { kind: 'postgresql', value: 'site 16384' });
    expect(await findHold(deps.db)).toBeUndefined();
  });

  test('refunds and expires nothing while refunds are held, and refunds each payment once after the release', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.payAtProvider();
    await holdRefundsByOperator(deps.database);
    await deps.remove();
    await deps.deliver();
    deps.time.now += hours(25);
    await deps.outbox.deliver();
    await expireStalePayments(deps);
    expect(deps.provider.refunded).toEqual([]);
    expect(await listPaymentsToDecide(deps.database)).toContain('Refunds are held: by the operator.');
    expect(await countUndecided(deps.db)).toMatchObject({ 'refund-due': 1, 'refund-failed': 0 });
    expect(await releaseRefunds(deps.database, deps)).toBe('Refunds are released. Refunds queued: 1.');
    expect(await releaseRefunds(deps.database, deps)).toBe('Refunds are not held.');
    await deps.deliver();
    expect(deps.provider.refunded).toEqual(['pi_1']);
  });

  test('expires no payment of the live site from a copy', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    await holdRefundsByOperator(deps.database);
    deps.time.now += hours(25);
    await expireStalePayments(deps);
    expect(deps.provider.intents.get('pi_1')?.status).toBe('open');
  });

  test('lets the operator retry a failed refund', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.payAtProvider();
    await deps.remove();
    deps.provider.rejectRefunds('insufficient_funds');
    await deps.deliver();
    expect(await listPaymentsToDecide(deps.database)).toContain('insufficient_funds');
    deps.provider.acceptRefunds();
    await refundByOperator(deps.database, deps, 'pi_1');
    await expect(refundByOperator(deps.database, deps, 'pi_1')).rejects.toThrow('does not need a decision');
    await deps.outbox.deliver();
    expect(deps.provider.refunded).toEqual(['pi_1']);
    expect((await deps.steps()).slice(-3)).toEqual([
      'refund-failed by refund',
      'refund-due by operator',
      'refunded by refund',
    ]);
    expect(await listPaymentsToDecide(deps.database)).toBe('Open payments: 0. No payment needs a decision.');
  });

  test('refunds or resolves an unrecorded payment only when the operator says so', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    deps.provider.put(succeeded('pi_a', 'gone'));
    deps.provider.put(succeeded('pi_b', 'gone'));
    await readCardEvents(deps);
    await deps.outbox.deliver();
    expect(deps.provider.refunded).toEqual([]);
    await refundByOperator(deps.database, deps, 'pi_a');
    await resolveByOperator(deps.database, deps.clock, 'pi_b');
    await deps.outbox.deliver();
    expect(deps.provider.refunded).toEqual(['pi_a']);
    expect(await deps.steps('pi_b')).toEqual(['unclaimed by reconciler', 'resolved by operator']);
  });
});
