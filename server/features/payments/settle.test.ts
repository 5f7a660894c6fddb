import { expect, test } from 'vitest';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { noon } from '#server/testing/people.ts';
import { openPayment } from './open-payment.ts';
import { handleCardEvent, readCardEvents } from './reconcile.ts';
import { settle } from './settle.ts';
import { createPaymentDeps, succeeded } from './testing/payment-deps.ts';

onAllDatabases((open) => {
  test('[API-09] marks the appointment as paid once when the intent succeeded', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    await expect(here.confirm()).rejects.toMatchObject({ code: 'not-paid' });
    here.provider.pay('pi_1');
    const changes = await Promise.all(Array.from({ length: 5 }, () => here.confirm()));
    expect(changes.filter(Boolean)).toHaveLength(1);
    expect(await here.transactionId()).toBe('pi_1');
    expect(await here.steps()).toEqual(['opened by page', 'paid by browser']);
  });

  test('accepts one of twenty concurrent intents and refunds each of the others once', async () => {
    await using here = await createPaymentDeps(open);
    const intents = Array.from({ length: 20 }, (_, n) => here.provider.put(succeeded(`pi_${n}`, here.id)));
    for (const { id } of intents) await here.record(id);
    const outcomes = await Promise.all(intents.map((intent) => settle(here, intent, 'webhook')));
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1);
    await here.deliver();
    const paid = `${await here.transactionId()}`;
    const others = intents.map(({ id }) => id).filter((id) => id !== paid);
    expect([...here.provider.refunded].sort()).toEqual(others.sort());
    expect(
      await here.db.selectFrom('transactions').select(['transaction_id', 'appointment_id']).execute(),
    ).toEqual([{ transaction_id: paid, appointment_id: here.id }]);
  });

  test('leaves an unrecorded intent of this site to the operator and never refunds it automatically', async () => {
    await using here = await createPaymentDeps(open);
    const intent = here.provider.put(succeeded('pi_lost', 'gone'));
    await Promise.all(Array.from({ length: 20 }, () => settle(here, intent, 'webhook')));
    await here.outbox.deliver();
    const charges = await here.db.selectFrom('charges').select(['intent_id', 'status']).execute();
    expect(charges).toEqual([{ intent_id: 'pi_lost', status: 'unclaimed' }]);
    expect(await here.steps('pi_lost')).toEqual(['unclaimed by webhook']);
    expect(here.provider.refunded).toEqual([]);
    expect(here.attention).toEqual([
      { what: 'unclaimed', reason: 'unknown_to_this_database', intentId: 'pi_lost', appointmentId: 'gone' },
    ]);
  });

  test('rejects an intent of another amount, also when repeated', async () => {
    await using here = await createPaymentDeps(open);
    here.provider.put({ ...succeeded('pi_x', here.id), amount: 9900 });
    for (const _ of [1, 2, 3])
      await expect(here.confirm('pi_x')).rejects.toMatchObject({ code: 'payment-mismatch' });
    expect(await here.transactionId()).toBeNull();
  });

  test('accepts and refunds a payment of the previous version, which has no transaction row', async () => {
    await using here = await createPaymentDeps(open);
    await here.pay();
    await here.db.deleteFrom('transactions').execute();
    expect(await here.confirm()).toBe(false);
    const refunded = here.provider.giveBack('pi_1');
    expect(await settle(here, refunded, 'webhook')).toBe('repeated');
    expect(await here.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: here.time.now });
    expect(here.provider.refunded).toEqual([]);
  });

  test.each([
    ['of nobody', undefined, 'not-paid'],
    ['of another appointment', { appointmentId: 'another' }, 'payment-mismatch'],
    ['of another amount', { amount: 100 }, 'payment-mismatch'],
    ['of another currency', { currency: 'bdt' }, 'payment-mismatch'],
  ])('rejects an intent %s', async (_, changes, code) => {
    await using here = await createPaymentDeps(open);
    if (changes) here.provider.put({ ...succeeded('pi_x', here.id), ...changes });
    await expect(here.confirm('pi_x')).rejects.toMatchObject({ code });
    expect(await here.transactionId()).toBeNull();
  });

  test('checks a payment against the price it was opened for', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    await here.db.updateTable('charges').set({ amount: 300 }).execute();
    here.provider.put({ ...succeeded('pi_1', here.id), amount: 300 });
    expect(await here.confirm()).toBe(true);
    expect(await here.find()).toMatchObject({ paid_amount: 300, paid_currency: 'usd' });
  });

  test('refunds a second payment for the same appointment and notifies the member', async () => {
    await using here = await createPaymentDeps(open);
    await here.pay();
    here.provider.put(succeeded('pi_2', here.id));
    await here.record('pi_2');
    await expect(here.confirm('pi_2')).rejects.toMatchObject({ code: 'already-paid' });
    await readCardEvents(here);
    await here.deliver();
    expect(here.provider.refunded).toEqual(['pi_2']);
    expect(await here.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: null });
    expect(here.mails.map(({ text }) => /charged twice/.test(text))).toEqual([false, true]);
    expect(await here.steps('pi_2')).toEqual(['refund-due by browser', 'refunded by refund']);
  });

  const news = {
    paid: (id: string) => succeeded('pi_1', id),
    refunded: (id: string) => ({ ...succeeded('pi_1', id), refunded: true, refundedAmount: 500 }),
    failed: (id: string) => ({ ...succeeded('pi_1', id), status: 'open' as const }),
  };
  test.each([
    ['paid', 'refunded'],
    ['refunded', 'paid'],
    ['refunded', 'failed', 'paid', 'refunded'],
  ] as const)('shows a refund made at the provider when events arrive as %s, %s ...', async (...told) => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    here.provider.put(news.refunded(here.id));
    for (const [n, what] of told.entries()) {
      const about = what === 'refunded' ? ('refund' as const) : ('payment' as const);
      const event = { id: `evt_${n}`, at: here.time.now, about, intent: news[what](here.id) };
      await handleCardEvent(here, event, 'webhook');
    }
    expect(await here.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: here.time.now });
    await here.outbox.deliver();
    expect(here.mails.map(({ subject }) => subject).sort()).toEqual([
      'Your receipt from Blood Buddies',
      'Your refund from Blood Buddies is on its way',
    ]);
    expect(here.provider.refunded).toEqual([]);
  });

  test('ignores payments of another site on the same account, whatever their amount', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    const theirs = { ...succeeded('pi_theirs', 'an appointment of theirs'), site: 'https://other.example' };
    here.provider.put(theirs);
    here.provider.put({ ...theirs, id: 'pi_nameless', site: undefined });
    here.provider.put({ ...theirs, id: 'pi_dear', amount: 9900 });
    await readCardEvents(here);
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual([]);
    expect(await here.steps('pi_theirs')).toEqual([]);
  });

  test.each([
    ['id', 'site-1'],
    ['address, as of an earlier version', 'http://localhost:3000'],
  ])('refunds a recorded payment of any amount that names this site by its %s', async (_, site) => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    await here.record('pi_gone', 'gone');
    here.provider.put({ ...succeeded('pi_gone', 'gone'), site });
    await here.record('pi_dear');
    here.provider.put({ ...succeeded('pi_dear', here.id), site, amount: 9900 });
    await readCardEvents(here);
    await here.outbox.deliver();
    expect([...here.provider.refunded].sort()).toEqual(['pi_dear', 'pi_gone']);
    expect(await here.transactionId()).toBeNull();
    expect(await here.steps('pi_dear')).toEqual(['refund-due by reconciler', 'refunded by refund']);
  });

  test.each([
    ['names another site', 'https://other.example'],
    ['names no site', undefined],
  ])('does not refund a recorded payment automatically when its intent %s', async (_, site) => {
    await using here = await createPaymentDeps(open);
    await here.record('pi_gone', 'gone');
    await settle(here, here.provider.put({ ...succeeded('pi_gone', 'gone'), site }), 'webhook');
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual([]);
    expect(here.attention).toMatchObject([{ what: 'refund-failed', reason: 'of_another_site' }]);
  });

  test('accepts an unrecorded intent of this site for an existing appointment, as after a restore', async () => {
    await using here = await createPaymentDeps(open);
    here.provider.put(succeeded('pi_lost', here.id));
    expect(await here.confirm('pi_lost')).toBe(true);
    expect(await here.transactionId()).toBe('pi_lost');
  });

  test('assigns an event without an appointment to the appointment of its payment', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    const intent = { ...succeeded('pi_1', here.id), appointmentId: undefined };
    await handleCardEvent(here, { id: 'evt_1', at: noon, about: 'payment', intent }, 'webhook');
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('cancels another open intent of an appointment that is paid', async () => {
    await using here = await createPaymentDeps(open);
    await openPayment(here, here.id);
    here.provider.put(succeeded('pi_2', here.id));
    await here.confirm('pi_2');
    await here.outbox.deliver();
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });
});
