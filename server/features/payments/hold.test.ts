import { expect, test } from 'vitest';
import { hours } from '#platform/time.ts';
import { onEveryDatabase } from '#server/testing/spread-database.ts';
import { describeUnsettled, hold, refundByOperator, release, resolveByOperator } from './administration.ts';
import { countUndecided } from './charges-repository.ts';
import { openCharge } from './open-charge.ts';
import { giveUpStale, readCardEvents } from './reconcile.ts';
import { findHold, identifySite, type Place } from './site.ts';
import { openPaymentRoom, succeeded } from './testing/room.ts';

const folder = (value: string, restoredFrom?: string): Place => ({ kind: 'folder', value, restoredFrom });

onEveryDatabase((open) => {
  const room = () => openPaymentRoom(open);

  test('a site keeps its id; in another place, or restored, its refunds are held', async () => {
    await using here = await room();
    const { id } = await identifySite(here.db, folder('/data 7'));
    expect(await identifySite(here.db, folder('/data 7'))).toEqual({ id });
    expect(await findHold(here.db)).toBeUndefined();
    expect(await identifySite(here.db, folder('/copy 8'))).toEqual({ id });
    expect(await findHold(here.db)).toBe('the data was copied or moved from another place');
    await release(here.db as never, here);
    expect(await identifySite(here.db, folder('/copy 8'))).toEqual({ id });
    expect(await findHold(here.db)).toBeUndefined();
    await identifySite(here.db, folder('/copy 8', '2026-11-01T00:00:00.000Z'));
    expect(await findHold(here.db)).toBe('restored from the backup of 2026-11-01T00:00:00.000Z');
  });

  test('moving from the folder to PostgreSQL holds nothing', async () => {
    await using here = await room();
    await identifySite(here.db, folder('/data 7'));
    await identifySite(here.db, { kind: 'postgresql', value: 'site 16384' });
    expect(await findHold(here.db)).toBeUndefined();
  });

  test('while refunds are held nothing is refunded or given up; released, each goes back once', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await hold(here.db as never);
    await here.remove();
    for (let n = 0; n < 3; n += 1) await here.outbox.deliver();
    here.time.now += hours(25);
    await here.outbox.deliver();
    await giveUpStale(here);
    expect(here.provider.refunded).toEqual([]);
    expect(await describeUnsettled(here.db as never)).toContain('Refunds are held: by the operator.');
    expect(await countUndecided(here.db)).toMatchObject({ 'refund-due': 1, 'refund-failed': 0 });
    expect(await release(here.db as never, here)).toBe('Refunds are released; 1 were waiting.');
    expect(await release(here.db as never, here)).toBe('Refunds are not held.');
    for (let n = 0; n < 3; n += 1) await here.outbox.deliver();
    expect(here.provider.refunded).toEqual(['pi_1']);
  });

  test('a copy gives up no charge of the live site', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    await hold(here.db as never);
    here.time.now += hours(25);
    await giveUpStale(here);
    expect(here.provider.intents.get('pi_1')?.status).toBe('open');
  });

  test('the operator tries a failed refund again', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.remove();
    here.provider.refuseRefunds('insufficient_funds');
    for (let n = 0; n < 3; n += 1) await here.outbox.deliver();
    expect(await describeUnsettled(here.db as never)).toContain('insufficient_funds');
    here.provider.acceptRefunds();
    await refundByOperator(here.db as never, here, 'pi_1');
    await expect(refundByOperator(here.db as never, here, 'pi_1')).rejects.toThrow('Nothing waits');
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual(['pi_1']);
    expect((await here.steps()).slice(-3)).toEqual([
      'refund-failed by refund',
      'refund-due by operator',
      'refunded by refund',
    ]);
    expect(await describeUnsettled(here.db as never)).toBe('Open charges: 0. Nothing waits for a decision.');
  });

  test('an unrecorded payment is refunded, or left, only when the operator says so', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.put(succeeded('pi_a', 'gone'));
    here.provider.put(succeeded('pi_b', 'gone'));
    await readCardEvents(here);
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual([]);
    await refundByOperator(here.db as never, here, 'pi_a');
    await resolveByOperator(here.db as never, here.clock, 'pi_b');
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual(['pi_a']);
    expect(await here.steps('pi_b')).toEqual(['unclaimed by reconciler', 'resolved by operator']);
  });
});
