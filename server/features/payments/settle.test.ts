import { expect, it } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { noon } from '#server/testing/people.ts';
import { openPayment } from './open-payment.ts';
import { handleCardEvent, readCardEvents } from './reconcile.ts';
import { settleIntent } from './settle.ts';
import { createPaymentFixture, succeeded } from './testing/payment-fixture.ts';

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(() => createPaymentFixture(open));

  test('[API-09] marks the appointment as paid once when the intent succeeded', async (fixture) => {
    await openPayment(fixture, fixture.id);
    expect(await codeOf(fixture.confirm())).toBe('not-paid');
    fixture.provider.pay('pi_1');
    const changes = await Promise.all(Array.from({ length: 5 }, () => fixture.confirm()));
    expect(changes.filter(Boolean)).toHaveLength(1);
    expect(await fixture.transactionId()).toBe('pi_1');
    expect(await fixture.steps()).toEqual(['opened by page', 'paid by browser']);
  });

  test('accepts one of twenty concurrent intents and refunds each of the others once', async (fixture) => {
    const intents = Array.from({ length: 20 }, (_, n) =>
      fixture.provider.put(succeeded(`pi_${n}`, fixture.id)),
    );
    for (const { id } of intents) await fixture.insertCanceledPayment(id);
    const outcomes = await Promise.all(intents.map((intent) => settleIntent(fixture, intent, 'webhook')));
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1);
    await fixture.deliver();
    const paid = `${await fixture.transactionId()}`;
    const others = intents.map(({ id }) => id).filter((id) => id !== paid);
    expect([...fixture.provider.refunded].sort()).toEqual(others.sort());
    const appointments = fixture.db.selectFrom('appointments').select(['transaction_id', 'id']);
    expect(await appointments.where('transaction_id', 'is not', null).execute()).toEqual([
      { transaction_id: paid, id: fixture.id },
    ]);
  });

  test('leaves an unrecorded intent of this site to the operator and never refunds it automatically', async (fixture) => {
    const intent = fixture.provider.put(succeeded('pi_lost', 'gone'));
    await Promise.all(Array.from({ length: 20 }, () => settleIntent(fixture, intent, 'webhook')));
    await fixture.outbox.deliver();
    const payments = await fixture.db.selectFrom('payments').select(['intent_id', 'status']).execute();
    expect(payments).toEqual([{ intent_id: 'pi_lost', status: 'unclaimed' }]);
    expect(await fixture.steps('pi_lost')).toEqual(['unclaimed by webhook']);
    expect(fixture.provider.refunded).toEqual([]);
    expect(fixture.alerts).toEqual([
      { kind: 'unclaimed', reason: 'unknown_to_this_database', intentId: 'pi_lost', appointmentId: 'gone' },
    ]);
  });

  it.each([
    ['unknown to the provider', undefined, 'not-paid'],
    ['of another appointment', { appointmentId: 'another' }, 'payment-mismatch'],
    ['of another amount', { amount: 100 }, 'payment-mismatch'],
    ['of another currency', { currency: 'bdt' }, 'payment-mismatch'],
  ])('rejects an intent %s, also when it is repeated', async (_, changes, code) => {
    await using fixture = await createPaymentFixture(open);
    if (changes) fixture.provider.put({ ...succeeded('pi_x', fixture.id), ...changes });
    for (const _ of [1, 2, 3]) expect(await codeOf(fixture.confirm('pi_x'))).toBe(code);
    expect(await fixture.transactionId()).toBeNull();
  });

  test('checks a payment against the price it was opened for', async (fixture) => {
    await openPayment(fixture, fixture.id);
    await fixture.db.updateTable('payments').set({ amount: 300 }).execute();
    fixture.provider.put({ ...succeeded('pi_1', fixture.id), amount: 300 });
    expect(await fixture.confirm()).toBe(true);
    expect(await fixture.find()).toMatchObject({ paid_amount: 300, paid_currency: 'usd' });
  });

  test('refunds a second payment for the same appointment and notifies the member', async (fixture) => {
    await fixture.pay();
    fixture.provider.put(succeeded('pi_2', fixture.id));
    await fixture.insertCanceledPayment('pi_2');
    expect(await codeOf(fixture.confirm('pi_2'))).toBe('already-paid');
    await readCardEvents(fixture);
    await fixture.deliver();
    expect(fixture.provider.refunded).toEqual(['pi_2']);
    expect(await fixture.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: null });
    expect(fixture.emails.map(({ text }) => /charged twice/.test(text))).toEqual([false, true]);
    expect(await fixture.steps('pi_2')).toEqual(['refund-due by browser', 'refunded by refund']);
  });

  const intents = {
    paid: (id: string) => succeeded('pi_1', id),
    refunded: (id: string) => ({ ...succeeded('pi_1', id), refunded: true, refundedAmount: 500 }),
    failed: (id: string) => ({ ...succeeded('pi_1', id), status: 'open' as const }),
  };
  it.each([
    ['paid', 'refunded'],
    ['refunded', 'paid'],
    ['refunded', 'failed', 'paid', 'refunded'],
  ] as const)(
    'records a refund made at the provider for events in the order %s, %s, ...',
    async (...events) => {
      await using fixture = await createPaymentFixture(open);
      await openPayment(fixture, fixture.id);
      fixture.provider.put(intents.refunded(fixture.id));
      for (const [n, state] of events.entries()) {
        const about = state === 'refunded' ? ('refund' as const) : ('payment' as const);
        const event = { id: `evt_${n}`, at: fixture.time.now, about, intent: intents[state](fixture.id) };
        await handleCardEvent(fixture, event, 'webhook');
      }
      expect(await fixture.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: fixture.time.now });
      await fixture.outbox.deliver();
      expect(fixture.emails.map(({ subject }) => subject).sort()).toEqual([
        'Your receipt from Blood Buddies',
        'Your refund from Blood Buddies is on its way',
      ]);
      expect(fixture.provider.refunded).toEqual([]);
    },
  );

  test('ignores payments of another site on the same account, whatever their amount', async (fixture) => {
    await openPayment(fixture, fixture.id);
    const theirs = { ...succeeded('pi_theirs', 'an appointment of theirs'), site: 'https://other.example' };
    fixture.provider.put(theirs);
    fixture.provider.put({ ...theirs, id: 'pi_without_site', site: undefined });
    fixture.provider.put({ ...theirs, id: 'pi_wrong_amount', amount: 9900 });
    await readCardEvents(fixture);
    await fixture.outbox.deliver();
    expect(fixture.provider.refunded).toEqual([]);
    expect(await fixture.steps('pi_theirs')).toEqual([]);
  });

  test('refunds a recorded payment of any amount that names this site', async () => {
    const site = 'site-1';
    await using fixture = await createPaymentFixture(open);
    await openPayment(fixture, fixture.id);
    await fixture.insertCanceledPayment('pi_gone', 'gone');
    fixture.provider.put({ ...succeeded('pi_gone', 'gone'), site });
    await fixture.insertCanceledPayment('pi_wrong_amount');
    fixture.provider.put({ ...succeeded('pi_wrong_amount', fixture.id), site, amount: 9900 });
    await readCardEvents(fixture);
    await fixture.outbox.deliver();
    expect([...fixture.provider.refunded].sort()).toEqual(['pi_gone', 'pi_wrong_amount']);
    expect(await fixture.transactionId()).toBeNull();
    expect(await fixture.steps('pi_wrong_amount')).toEqual([
      'refund-due by reconciler',
      'refunded by refund',
    ]);
  });

  it.each([
    ['names another site', 'https://other.example'],
    ['names no site', undefined],
  ])('does not refund a recorded payment automatically when its intent %s', async (_, site) => {
    await using fixture = await createPaymentFixture(open);
    await fixture.insertCanceledPayment('pi_gone', 'gone');
    await settleIntent(fixture, fixture.provider.put({ ...succeeded('pi_gone', 'gone'), site }), 'webhook');
    await fixture.outbox.deliver();
    expect(fixture.provider.refunded).toEqual([]);
    expect(fixture.alerts).toMatchObject([{ kind: 'refund-failed', reason: 'of_another_site' }]);
  });

  test('accepts an unrecorded intent of this site for an existing appointment, as after a restore', async (fixture) => {
    fixture.provider.put(succeeded('pi_lost', fixture.id));
    expect(await fixture.confirm('pi_lost')).toBe(true);
    expect(await fixture.transactionId()).toBe('pi_lost');
  });

  test('assigns an event without an appointment to the appointment of its payment', async (fixture) => {
    await openPayment(fixture, fixture.id);
    const intent = { ...succeeded('pi_1', fixture.id), appointmentId: undefined };
    await handleCardEvent(fixture, { id: 'evt_1', at: noon, about: 'payment', intent }, 'webhook');
    expect(await fixture.transactionId()).toBe('pi_1');
  });

  test('cancels another open intent of an appointment that is paid', async (fixture) => {
    await openPayment(fixture, fixture.id);
    fixture.provider.put(succeeded('pi_2', fixture.id));
    await fixture.confirm('pi_2');
    await fixture.outbox.deliver();
    expect(fixture.provider.intents.get('pi_1')?.status).toBe('canceled');
  });
});
