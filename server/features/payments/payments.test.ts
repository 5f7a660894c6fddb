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
  test('[API-10] the client secret stays the same while the charge is open, also when asked ten times at once', async () => {
    await using here = await createPaymentDeps(open);
    const secrets = await Promise.all(Array.from({ length: 10 }, () => openPayment(here, here.id)));
    expect(new Set([...secrets, await openPayment(here, here.id)]).size).toBe(1);
  });

  test('a charge that ended is followed by a new one', async () => {
    await using here = await createPaymentDeps(open);
    const first = await openPayment(here, here.id);
    await here.cards.cancelIntent('pi_1');
    expect(await openPayment(here, here.id)).not.toBe(first);
  });

  test('no charge is begun for an appointment that is gone or paid', async () => {
    await using here = await createPaymentDeps(open);
    await here.pay();
    await expect(openPayment(here, here.id)).rejects.toMatchObject({ code: 'already-paid' });
    await expect(openPayment(here, 'gone')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a process that ended between writing the charge down and having its intent leaves nothing behind', async () => {
    await using here = await createPaymentDeps(open);
    const line = { ...here.cards, createIntent: () => Promise.reject(new AppError('unavailable')) };
    await expect(openPayment({ ...here, cards: line }, here.id)).rejects.toMatchObject({
      code: 'unavailable',
    });
    here.time.now += minutes(10);
    await expireStalePayments(here);
    expect(await openPayment(here, here.id)).toBe('pi_1_secret');
  });

  test('a provider that failed to make an intent is asked under another key', async () => {
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

  test('a provider that is away changes nothing', async () => {
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

  test('a charge of the old price is ended, and one of the new price opened', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    await here.db.updateTable('charges').set({ amount: 300 }).execute();
    expect(await openPayment(here, here.id)).toBe('pi_2_secret');
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('money taken for an appointment that is gone is given back', async () => {
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

  test('a charge that was begun while its appointment was cancelled is ended after it', async () => {
    await using here = await createPaymentDeps(open);
    await closePayment(here, here.id);
    await openPayment(here, here.id);
    await here.remove();
    await here.outbox.deliver();
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('a charge that gets its intent at the moment when it is cancelled does not stay payable', async () => {
    await using here = await createPaymentDeps(open);
    const stale = await here.db.transaction().execute((trx) => insertPayment(trx, opening(here.id)));
    await openPayment(here, here.id);
    expect(await endPayment(here, stale ?? opening(here.id), 'cancellation')).toBe('ended');
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
    expect(await here.steps()).toEqual(['opened by page', 'canceled by cancellation']);
  });

  test('before a cancellation the open charge is ended; money that came first keeps the appointment', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    await closePayment(here, here.id);
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');

    await openPayment(here, here.id);
    here.provider.pay('pi_2');
    await expect(closePayment(here, here.id)).rejects.toMatchObject({ code: 'already-paid' });
    expect(await here.transactionId()).toBe('pi_2');
  });

  test('a site keeps its id; in another place, or restored, its refunds are held', async () => {
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

  test('moving from the folder to PostgreSQL holds nothing', async () => {
    await using here = await createPaymentDeps(open);
    await identifySite(here.db, folder('/data 7'));
    await identifySite(here.db, { kind: 'postgresql', value: 'site 16384' });
    expect(await findHold(here.db)).toBeUndefined();
  });

  test('while refunds are held nothing is refunded or given up; released, each goes back once', async () => {
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

  test('a copy gives up no charge of the live site', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    await hold(here.database);
    here.time.now += hours(25);
    await expireStalePayments(here);
    expect(here.provider.intents.get('pi_1')?.status).toBe('open');
  });

  test('the operator tries a failed refund again', async () => {
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

  test('an unrecorded payment is refunded, or left, only when the operator says so', async () => {
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
