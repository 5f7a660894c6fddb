import { expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { minutes } from '#platform/time.ts';
import { onEveryDatabase } from '#server/testing/spread-database.ts';
import { closeCharge } from './close-charge.ts';
import { openCharge } from './open-charge.ts';
import { giveUpStale } from './reconcile.ts';
import { openPaymentRoom } from './testing/room.ts';

onEveryDatabase((open) => {
  const room = () => openPaymentRoom(open);

  test('[API-10] the client secret stays the same while the charge is open, also when asked ten times at once', async () => {
    await using here = await room();
    const secrets = await Promise.all(Array.from({ length: 10 }, () => openCharge(here, here.id)));
    expect(new Set([...secrets, await openCharge(here, here.id)]).size).toBe(1);
  });

  test('a charge that ended is followed by a new one', async () => {
    await using here = await room();
    const first = await openCharge(here, here.id);
    await here.cards.cancelIntent('pi_1');
    expect(await openCharge(here, here.id)).not.toBe(first);
  });

  test('no charge is begun for an appointment that is gone or paid', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.confirm();
    await expect(openCharge(here, here.id)).rejects.toMatchObject({ code: 'already-paid' });
    await expect(openCharge(here, 'gone')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a process that ended between writing the charge down and having its intent leaves nothing behind', async () => {
    await using here = await room();
    const line = { ...here.cards, createIntent: () => Promise.reject(new AppError('unavailable')) };
    await expect(openCharge({ ...here, cards: line }, here.id)).rejects.toMatchObject({
      code: 'unavailable',
    });
    here.time.now += minutes(10);
    await giveUpStale(here);
    expect(await openCharge(here, here.id)).toBe('pi_1_secret');
  });

  test('a provider that failed to make an intent is asked under another key', async () => {
    await using here = await room();
    here.provider.fail(true);
    await expect(openCharge(here, here.id)).rejects.toMatchObject({ code: 'unavailable' });
    const [failed] = await here.db.selectFrom('charges').selectAll().execute();
    here.provider.fail(false);
    await openCharge(here, here.id);
    const charges = await here.db.selectFrom('charges').select(['id', 'status']).execute();
    expect(charges.map(({ status }) => status).sort()).toEqual(['failed', 'open']);
    expect(charges.filter(({ id }) => id === failed?.id)).toHaveLength(1);
  });

  test('a provider that is away changes nothing', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.goAway(true);
    const unavailable = { code: 'unavailable' };
    await expect(openCharge(here, here.id)).rejects.toMatchObject(unavailable);
    await expect(closeCharge(here, here.id)).rejects.toMatchObject(unavailable);
    await expect(here.confirm()).rejects.toMatchObject(unavailable);
    here.provider.goAway(false);
    expect(here.provider.intents.get('pi_1')?.status).toBe('open');
  });

  test('a charge of the old price is ended, and one of the new price opened', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    await here.db.updateTable('charges').set({ amount: 300 }).execute();
    expect(await openCharge(here, here.id)).toBe('pi_2_secret');
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });
});
