import { expect, test } from 'vitest';
import { onEveryDatabase } from '#server/testing/spread-database.ts';
import { addCharge } from './charges-repository.ts';
import { closeCharge, endCharge } from './close-charge.ts';
import { openCharge } from './open-charge.ts';
import { opening, openPaymentRoom } from './testing/room.ts';

onEveryDatabase((open) => {
  const room = () => openPaymentRoom(open);

  test('money taken for an appointment that is gone is given back', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.remove();
    await here.outbox.deliver();
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual(['pi_1']);
    expect(await here.steps()).toEqual([
      'opened by page',
      'refund-due by cancellation',
      'refunded by refund',
    ]);
  });

  test('a charge that was begun while its appointment was cancelled is ended after it', async () => {
    await using here = await room();
    await closeCharge(here, here.id);
    await openCharge(here, here.id);
    await here.remove();
    await here.outbox.deliver();
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('a charge that gets its intent at the moment when it is cancelled does not stay payable', async () => {
    await using here = await room();
    const stale = await here.db.transaction().execute((trx) => addCharge(trx, opening(here.id)));
    await openCharge(here, here.id);
    expect(await endCharge(here, stale ?? opening(here.id), 'cancellation')).toBe('ended');
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
    expect(await here.steps()).toEqual(['opened by page', 'canceled by cancellation']);
  });

  test('before a cancellation the open charge is ended; money that came first keeps the appointment', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    await closeCharge(here, here.id);
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');

    await openCharge(here, here.id);
    here.provider.pay('pi_2');
    await expect(closeCharge(here, here.id)).rejects.toMatchObject({ code: 'already-paid' });
    expect(await here.transactionId()).toBe('pi_2');
  });
});
