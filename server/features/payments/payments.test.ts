import { expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { hours, minutes } from '#platform/time.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { describeUnsettled, hold, refundByOperator, release, resolveByOperator } from './administration.ts';
import { closePayment, endPayment } from './close-payment.ts';
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
    await using here = await createPaymentDeps(open);
    const secrets = await Promise.all(Array.from({ length: 10 }, () => openPayment(here, here.id)));
    expect(new Set([...secrets, await openPayment(here, here.id)]).size).toBe(1);
  });

  test('creates a new payment after the last one ended', async () => {
    await using here = await createPaymentDeps(open);
    const first = await openPayment(here, here.id);
    await here.cards.cancelIntent('pi_1');
    expect(await openPayment(here, here.id)).not.toBe(first);
  });

  test('creates no payment for a paid or missing appointment', async () => {
    await using here = await createPaymentDeps(open);
    await here.pay();
    await expect(openPayment(here, here.id)).rejects.toMatchObject({ code: 'already-paid' });
    await expect(openPayment(here, 'gone')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('recovers from a crash between storing the payment and receiving its intent', async () => {
    await using here = await createPaymentDeps(open);
    const line = { ...here.cards, createIntent: () => Promise.reject(new AppError('unavailable')) };
    await expect(openPayment({ ...here, cards: line }, here.id)).rejects.toMatchObject({
      code: 'unavailable',
    });
    here.time.now += minutes(10);
    await expireStalePayments(here);
    expect(await openPayment(here, here.id)).toBe('pi_1_secret');
  });

  test('uses another idempotency key after the provider failed to create an intent', async () => {
    await using here = await createPaymentDeps(open);
    here.provider.fail(true);
    await expect(openPayment(here, here.id)).rejects.toMatchObject({ code: 'unavailable' });
    const [failed] = await here.db.selectFrom('charges').selectAll().execute();
    here.provider.fail(false);
    await openPayment(here, here.id);
    const charges = await here.db.selectFrom('charges').select(['id', 'status']).execute();
    expect(charges.map(({ status }) => status).sort()).toEqual(['failed', 'open']);
    expect(charges.filter(({ id }) => id === failed?.id)).toHaveLength(1);
  });

  test('changes nothing while the provider is unavailable', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    here.provider.goAway(true);
    const unavailable = { code: 'unavailable' };
    await expect(openPayment(here, here.id)).rejects.toMatchObject(unavailable);
    await expect(closePayment(here, here.id)).rejects.toMatchObject(unavailable);
    await expect(here.confirm()).rejects.toMatchObject(unavailable);
    here.provider.goAway(false);
    expect(here.provider.intents.get('pi_1')?.status).toBe('open');
  });

  test('replaces a payment of the old price', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    await here.db.updateTable('charges').set({ amount: 300 }).execute();
    expect(await openPayment(here, here.id)).toBe('pi_2_secret');
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('refunds money taken for a deleted appointment', async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    await here.remove();
    await here.deliver();
    expect(here.provider.refunded).toEqual(['pi_1']);
    expect(await here.steps()).toEqual([
      'opened by page',
      'refund-due by cancellation',
      'refunded by refund',
    ]);
  });

  test('cancels a payment that was created while its appointment was canceled', async () => {
    await using here = await createPaymentDeps(open);
    await closePayment(here, here.id);
    await openPayment(here, here.id);
    await here.remove();
    await here.outbox.deliver();
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('cancels a payment that gets its intent during the cancellation', async () => {
    await using here = await createPaymentDeps(open);
    const stale = await here.db.transaction().execute((trx) => insertPayment(trx, opening(here.id)));
    await openPayment(here, here.id);
    expect(await endPayment(here, stale ?? opening(here.id), 'cancellation')).toBe('ended');
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
    expect(await here.steps()).toEqual(['opened by page', 'canceled by cancellation']);
  });

  test('cancels the open payment before a cancellation, and keeps an appointment that was paid first', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    await closePayment(here, here.id);
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');

    await openPayment(here, here.id);
    here.provider.pay('pi_2');
    await expect(closePayment(here, here.id)).rejects.toMatchObject({ code: 'already-paid' });
    expect(await here.transactionId()).toBe('pi_2');
  });

  test("keeps the site's id, and holds refunds after a move or a restore", async () => {
    await using here = await createPaymentDeps(open);
    const { id } = await identifySite(here.db, folder('/data 7'));
    expect(await identifySite(here.db, folder('/data 7'))).toEqual({ id });
    expect(await findHold(here.db)).toBeUndefined();
    expect(await identifySite(here.db, folder('/copy 8'))).toEqual({ id });
    expect(await findHold(here.db)).toBe('the data was copied or moved from another place');
    await release(here.database, here);
    expect(await identifySite(here.db, folder('/copy 8'))).toEqual({ id });
    expect(await findHold(here.db)).toBeUndefined();
    await identifySite(here.db, folder('/copy 8', '2026-11-01T00:00:00.000Z'));
    expect(await findHold(here.db)).toBe('restored from the backup of 2026-11-01T00:00:00.000Z');
  });

  test('does not hold refunds after a move from SQLite to PostgreSQL', async () => {
    await using here = await createPaymentDeps(open);
    await identifySite(here.db, folder('/data 7'));
    await identifySite(here.db, { kind: 'postgresql', value: 'site 16384' });
    expect(await findHold(here.db)).toBeUndefined();
  });

  test('refunds and expires nothing while refunds are held, and refunds each payment once after the release', async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    await hold(here.database);
    await here.remove();
    await here.deliver();
    here.time.now += hours(25);
    await here.outbox.deliver();
    await expireStalePayments(here);
    expect(here.provider.refunded).toEqual([]);
    expect(await describeUnsettled(here.database)).toContain('Refunds are held: by the operator.');
    expect(await countUndecided(here.db)).toMatchObject({ 'refund-due': 1, 'refund-failed': 0 });
    expect(await release(here.database, here)).toBe('Refunds are released; 1 were waiting.');
    expect(await release(here.database, here)).toBe('Refunds are not held.');
    await here.deliver();
    expect(here.provider.refunded).toEqual(['pi_1']);
  });

  test('expires no payment of the live site from a copy', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    await hold(here.database);
    here.time.now += hours(25);
    await expireStalePayments(here);
    expect(here.provider.intents.get('pi_1')?.status).toBe('open');
  });

  test('lets the operator retry a failed refund', async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    await here.remove();
    here.provider.refuseRefunds('insufficient_funds');
    await here.deliver();
    expect(await describeUnsettled(here.database)).toContain('insufficient_funds');
    here.provider.acceptRefunds();
    await refundByOperator(here.database, here, 'pi_1');
    await expect(refundByOperator(here.database, here, 'pi_1')).rejects.toThrow('Nothing waits');
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual(['pi_1']);
    expect((await here.steps()).slice(-3)).toEqual([
      'refund-failed by refund',
      'refund-due by operator',
      'refunded by refund',
    ]);
    expect(await describeUnsettled(here.database)).toBe('Open charges: 0. Nothing waits for a decision.');
  });

  test('refunds or resolves an unrecorded payment only when the operator says so', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    here.provider.put(succeeded('pi_a', 'gone'));
    here.provider.put(succeeded('pi_b', 'gone'));
    await readCardEvents(here);
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual([]);
    await refundByOperator(here.database, here, 'pi_a');
    await resolveByOperator(here.database, here.clock, 'pi_b');
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual(['pi_a']);
    expect(await here.steps('pi_b')).toEqual(['unclaimed by reconciler', 'resolved by operator']);
  });
});
