import { expect } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { waitForLock } from '#platform/testing/wait-for-lock.ts';
import { hours, minutes } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { findRefundPause, identifySite, type SiteEnvironment } from '#server/features/site/site.ts';
import { cancelOpenPayment, cancelPayment } from './close-payment.ts';
import { openPayment } from './open-payment.ts';
import {
  listPaymentsToDecide,
  pauseRefundsByOperator,
  refundByOperator,
  resolveByOperator,
  resumeRefundsByOperator,
} from './operator.ts';
import { expireStalePayments, readCardEvents } from './reconcile.ts';
import { countUndecided, insertPayment } from './repository.ts';
import { createPaymentFixture, opening, succeeded } from './testing/payment-fixture.ts';

const folder = (value: string, restoredFrom?: string): SiteEnvironment => ({
  kind: 'folder',
  value,
  restoredFrom,
});

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(() => createPaymentFixture(open));

  test('[API-10] returns the same client secret while the payment is open, also to ten concurrent requests', async (fixture) => {
    const secrets = await Promise.all(Array.from({ length: 10 }, () => openPayment(fixture, fixture.id)));
    expect(new Set([...secrets, await openPayment(fixture, fixture.id)]).size).toBe(1);
  });

  test('creates a new payment after the last one ended', async (fixture) => {
    const first = await openPayment(fixture, fixture.id);
    await fixture.cards.cancelIntent('pi_1');
    expect(await openPayment(fixture, fixture.id)).not.toBe(first);
  });

  test('creates no payment for a paid or missing appointment', async (fixture) => {
    await fixture.pay();
    expect(await codeOf(openPayment(fixture, fixture.id))).toBe('already-paid');
    expect(await codeOf(openPayment(fixture, 'gone'))).toBe('not-found');
  });

  test('creates no payment for an appointment whose donor is recorded as absent while the page opens', async (fixture) => {
    const { request } = await fixture.db.transaction().execute(async (trx) => {
      await trx.updateTable('appointments').set({ status: 'noshow' }).execute();
      const request = codeOf(openPayment(fixture, fixture.id));
      await waitForLock(fixture.db);
      return { request };
    });
    expect(await request).toBe('already-recorded');
  });

  test('recovers from a crash between storing the payment and receiving its intent', async (fixture) => {
    const failingCards = {
      ...fixture.cards,
      createIntent: () => Promise.reject(new AppError('unavailable')),
    };
    expect(await codeOf(openPayment({ ...fixture, cards: failingCards }, fixture.id))).toBe('unavailable');
    fixture.time.now += minutes(10);
    await expireStalePayments(fixture);
    expect(await openPayment(fixture, fixture.id)).toBe('pi_1_secret');
  });

  test('uses another idempotency key after the provider failed to create an intent', async (fixture) => {
    fixture.provider.setFailing(true);
    expect(await codeOf(openPayment(fixture, fixture.id))).toBe('unavailable');
    const [failed] = await fixture.db.selectFrom('payments').selectAll().execute();
    fixture.provider.setFailing(false);
    await openPayment(fixture, fixture.id);
    const payments = await fixture.db.selectFrom('payments').select(['id', 'status']).execute();
    expect(payments.map(({ status }) => status).sort()).toEqual(['failed', 'open']);
    expect(payments.filter(({ id }) => id === failed?.id)).toHaveLength(1);
  });

  test('changes nothing while the provider is unavailable', async (fixture) => {
    await openPayment(fixture, fixture.id);
    fixture.provider.setUnavailable(true);
    const unavailable = { code: 'unavailable' };
    await expect(openPayment(fixture, fixture.id)).rejects.toMatchObject(unavailable);
    await expect(cancelOpenPayment(fixture, fixture.id)).rejects.toMatchObject(unavailable);
    await expect(fixture.confirm()).rejects.toMatchObject(unavailable);
    fixture.provider.setUnavailable(false);
    expect(fixture.provider.intents.get('pi_1')?.status).toBe('open');
  });

  test('replaces a payment of the old price', async (fixture) => {
    await openPayment(fixture, fixture.id);
    await fixture.db.updateTable('payments').set({ amount: 300 }).execute();
    expect(await openPayment(fixture, fixture.id)).toBe('pi_2_secret');
    expect(fixture.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('refunds money taken for a deleted appointment', async (fixture) => {
    await fixture.payAtProvider();
    await fixture.remove();
    await fixture.deliver();
    expect(fixture.provider.refunded).toEqual(['pi_1']);
    expect(await fixture.steps()).toEqual([
      'opened by page',
      'refund-due by cancellation',
      'refunded by refund',
    ]);
  });

  test('cancels a payment that was created while its appointment was canceled', async (fixture) => {
    await cancelOpenPayment(fixture, fixture.id);
    await openPayment(fixture, fixture.id);
    await fixture.remove();
    await fixture.outbox.deliver();
    expect(fixture.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('cancels a payment that gets its intent during the cancellation', async (fixture) => {
    const stale = await fixture.db.transaction().execute((trx) => insertPayment(trx, opening(fixture.id)));
    await openPayment(fixture, fixture.id);
    expect(await cancelPayment(fixture, stale ?? opening(fixture.id), 'cancellation')).toBe('ended');
    expect(fixture.provider.intents.get('pi_1')?.status).toBe('canceled');
    expect(await fixture.steps()).toEqual(['opened by page', 'canceled by cancellation']);
  });

  test('cancels the open payment before a cancellation, and keeps an appointment that was paid first', async (fixture) => {
    await openPayment(fixture, fixture.id);
    await cancelOpenPayment(fixture, fixture.id);
    expect(fixture.provider.intents.get('pi_1')?.status).toBe('canceled');

    await openPayment(fixture, fixture.id);
    fixture.provider.pay('pi_2');
    expect(await codeOf(cancelOpenPayment(fixture, fixture.id))).toBe('already-paid');
    expect(await fixture.transactionId()).toBe('pi_2');
  });

  test("keeps the site's id, and pauses refunds after a move or a restore", async (fixture) => {
    const { id } = await identifySite(fixture.db, folder('/data 7'));
    expect(await identifySite(fixture.db, folder('/data 7'))).toEqual({ id });
    expect(await findRefundPause(fixture.db)).toBeUndefined();
    expect(await identifySite(fixture.db, folder('/copy 8'))).toEqual({ id });
    expect(await findRefundPause(fixture.db)).toBe('the data was copied or moved from another place');
    await resumeRefundsByOperator(fixture);
    expect(await identifySite(fixture.db, folder('/copy 8'))).toEqual({ id });
    expect(await findRefundPause(fixture.db)).toBeUndefined();
    await identifySite(fixture.db, folder('/copy 8', '2026-11-01T00:00:00.000Z'));
    expect(await findRefundPause(fixture.db)).toBe('restored from the backup of 2026-11-01T00:00:00.000Z');
  });

  test('does not pause refunds after a move from SQLite to PostgreSQL', async (fixture) => {
    await identifySite(fixture.db, folder('/data 7'));
    await identifySite(fixture.db, { kind: 'postgresql', value: 'site 16384' });
    expect(await findRefundPause(fixture.db)).toBeUndefined();
  });

  test('refunds and expires nothing while refunds are paused, and refunds each payment once after the release', async (fixture) => {
    await fixture.payAtProvider();
    await pauseRefundsByOperator(fixture);
    await fixture.remove();
    await fixture.deliver();
    fixture.time.now += hours(25);
    await fixture.outbox.deliver();
    await expireStalePayments(fixture);
    expect(fixture.provider.refunded).toEqual([]);
    expect(await listPaymentsToDecide(fixture.database)).toContain('Refunds are paused: by the operator.');
    expect(await countUndecided(fixture.db)).toMatchObject({ 'refund-due': 1, 'refund-failed': 0 });
    expect(await resumeRefundsByOperator(fixture)).toBe('Refunds are resumed. Refunds queued: 1.');
    expect(await resumeRefundsByOperator(fixture)).toBe('Refunds are not paused.');
    await fixture.deliver();
    expect(fixture.provider.refunded).toEqual(['pi_1']);
  });

  test('expires no payment of the live site from a copy', async (fixture) => {
    await openPayment(fixture, fixture.id);
    await pauseRefundsByOperator(fixture);
    fixture.time.now += hours(25);
    await expireStalePayments(fixture);
    expect(fixture.provider.intents.get('pi_1')?.status).toBe('open');
  });

  test('lets the operator retry a failed refund', async (fixture) => {
    await fixture.payAtProvider();
    await fixture.remove();
    fixture.provider.rejectRefunds('insufficient_funds');
    await fixture.deliver();
    expect(await listPaymentsToDecide(fixture.database)).toContain('insufficient_funds');
    fixture.provider.acceptRefunds();
    await refundByOperator(fixture.database, fixture, 'pi_1');
    await expect(refundByOperator(fixture.database, fixture, 'pi_1')).rejects.toThrow(
      'does not need a decision',
    );
    await fixture.outbox.deliver();
    expect(fixture.provider.refunded).toEqual(['pi_1']);
    expect((await fixture.steps()).slice(-3)).toEqual([
      'refund-failed by refund',
      'refund-due by operator',
      'refunded by refund',
    ]);
    expect(await listPaymentsToDecide(fixture.database)).toBe(
      'Open payments: 0. No payment needs a decision.',
    );
  });

  test('refunds or resolves an unrecorded payment only when the operator says so', async (fixture) => {
    await openPayment(fixture, fixture.id);
    fixture.provider.put(succeeded('pi_a', 'gone'));
    fixture.provider.put(succeeded('pi_b', 'gone'));
    await readCardEvents(fixture);
    await fixture.outbox.deliver();
    expect(fixture.provider.refunded).toEqual([]);
    await refundByOperator(fixture.database, fixture, 'pi_a');
    await resolveByOperator(fixture, 'pi_b');
    await fixture.outbox.deliver();
    expect(fixture.provider.refunded).toEqual(['pi_a']);
    expect(await fixture.steps('pi_b')).toEqual(['unclaimed by reconciler', 'resolved by operator']);
  });
});
