import { expect, test } from 'vitest';
import { createOutbox } from '#platform/outbox.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import type { Tables } from '#server/schema/tables.ts';
import { filledForm, noon, registered } from '#server/testing/people.ts';
import { pretendCards } from '#server/testing/pretend-cards.ts';
import { findAppointment, removeUnpaid } from '../appointments/repository.ts';
import { requestAppointment } from '../appointments/rules.ts';
import { closeCharge, confirmPayment, openCharge, reconcile, refund } from './rules.ts';

onBothDatabases([serverMigrations], (open) => {
  async function room() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const provider = pretendCards();
    const time = { now: noon };
    const clock = () => time.now;
    const base = { db, clock, cards: provider.cards };
    const handlers = {
      refund: ({ intentId }: { intentId: string }) => refund({ ...base, outbox }, intentId),
    };
    const outbox = createOutbox({ db: database.db, clock, handlers });
    const viewer = await registered(db);
    const added = await requestAppointment({ db, clock }, viewer, filledForm());
    const id = added.success ? added.insertedId : '';
    const transactionId = async () => (await findAppointment(db, viewer, id))?.transaction_id;
    return {
      ...base,
      outbox,
      provider,
      time,
      viewer,
      id,
      transactionId,
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }

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

  test('[API-09] a succeeded intent pays its appointment once', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    const appointment = { id: here.id, transaction_id: null };
    await expect(confirmPayment(here, appointment, 'pi_1')).rejects.toMatchObject({ code: 'not-paid' });
    here.provider.pay('pi_1');
    const changes = await Promise.all(
      Array.from({ length: 5 }, () => confirmPayment(here, appointment, 'pi_1')),
    );
    expect(changes.filter(Boolean)).toHaveLength(1);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test.each([
    ['of nobody', undefined, 'not-paid'],
    ['of another appointment', { appointmentId: 'another' }, 'payment-mismatch'],
    ['of another amount', { amount: 100 }, 'payment-mismatch'],
    ['of another currency', { currency: 'bdt' }, 'payment-mismatch'],
  ])('an intent %s does not pay', async (_, changes, code) => {
    await using here = await room();
    const intent = { id: 'pi_x', clientSecret: 's', amount: 500, currency: 'usd', appointmentId: here.id };
    if (changes) here.provider.put({ ...intent, status: 'succeeded', ...changes });
    const appointment = { id: here.id, transaction_id: null };
    await expect(confirmPayment(here, appointment, 'pi_x')).rejects.toMatchObject({ code });
    expect(await here.transactionId()).toBeNull();
  });

  test('a second charge of a paid appointment is given back', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await confirmPayment(here, { id: here.id, transaction_id: null }, 'pi_1');
    const second = { id: 'pi_2', clientSecret: 's', amount: 500, currency: 'usd', appointmentId: here.id };
    here.provider.put({ ...second, status: 'succeeded' });
    const paid = { id: here.id, transaction_id: 'pi_1' };
    await expect(confirmPayment(here, paid, 'pi_2')).rejects.toMatchObject({ code: 'already-paid' });
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual(['pi_2']);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('a browser that never comes back: the reconciler marks the appointment as paid within 30 s', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await reconcile(here);
    expect(await here.transactionId()).toBeNull();
    here.time.now += 25_000;
    await reconcile(here);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('money taken for an appointment that is gone is given back', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    await removeUnpaid(here.db, here.viewer, here.id);
    here.provider.pay('pi_1');
    here.time.now += 25_000;
    await reconcile(here);
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual(['pi_1']);
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

  test('a provider that is away changes nothing', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.goAway(true);
    const unavailable = { code: 'unavailable' };
    await expect(openCharge(here, here.id)).rejects.toMatchObject(unavailable);
    await expect(closeCharge(here, here.id)).rejects.toMatchObject(unavailable);
    const appointment = { id: here.id, transaction_id: null };
    await expect(confirmPayment(here, appointment, 'pi_1')).rejects.toMatchObject(unavailable);
    here.provider.goAway(false);
    expect(here.provider.intents.get('pi_1')?.status).toBe('open');
  });
});
