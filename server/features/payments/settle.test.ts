import { expect, test } from 'vitest';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { noon } from '#server/testing/people.ts';
import { openPayment } from './open-payment.ts';
import { handleCardEvent, readCardEvents } from './reconcile.ts';
import { settle } from './settle.ts';
import { createPaymentDeps, succeeded } from './testing/payment-deps.ts';

onAllDatabases((open) => {
  test('[API-09] marks the appointment as paid once when the intent succeeded', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    await expect(deps.confirm()).rejects.toMatchObject({ code: 'not-paid' });
    deps.provider.pay('pi_1');
    const changes = await Promise.all(Array.from({ length: 5 }, () => deps.confirm()));
    expect(changes.filter(Boolean)).toHaveLength(1);
    expect(await deps.transactionId()).toBe('pi_1');
    expect(await deps.steps()).toEqual(['opened by page', 'paid by browser']);
  });

  test('accepts one of twenty concurrent intents and refunds each of the others once', async () => {
    await using deps = await createPaymentDeps(open);
    const intents = Array.from({ length: 20 }, (_, n) => deps.provider.put(succeeded(`pi_${n}`, deps.id)));
    for (const { id } of intents) await deps.record(id);
    const outcomes = await Promise.all(intents.map((intent) => settle(deps, intent, 'webhook')));
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1);
    await deps.deliver();
    const paid = `${await deps.transactionId()}`;
    const others = intents.map(({ id }) => id).filter((id) => id !== paid);
    expect([...deps.provider.refunded].sort()).toEqual(others.sort());
    expect(
      await deps.db.selectFrom('transactions').select(['transaction_id', 'appointment_id']).execute(),
    ).toEqual([{ transaction_id: paid, appointment_id: deps.id }]);
  });

  test('leaves an unrecorded intent of this site to the operator and never refunds it automatically', async () => {
    await using deps = await createPaymentDeps(open);
    const intent = deps.provider.put(succeeded('pi_lost', 'gone'));
    await Promise.all(Array.from({ length: 20 }, () => settle(deps, intent, 'webhook')));
    await deps.outbox.deliver();
    const payments = await deps.db.selectFrom('charges').select(['intent_id', 'status']).execute();
    expect(payments).toEqual([{ intent_id: 'pi_lost', status: 'unclaimed' }]);
    expect(await deps.steps('pi_lost')).toEqual(['unclaimed by webhook']);
    expect(deps.provider.refunded).toEqual([]);
    expect(deps.attention).toEqual([
      { what: 'unclaimed', reason: 'unknown_to_this_database', intentId: 'pi_lost', appointmentId: 'gone' },
    ]);
  });

  test('rejects an intent of another amount, also when repeated', async () => {
    await using deps = await createPaymentDeps(open);
    deps.provider.put({ ...succeeded('pi_x', deps.id), amount: 9900 });
    for (const _ of [1, 2, 3])
      await expect(deps.confirm('pi_x')).rejects.toMatchObject({ code: 'payment-mismatch' });
    expect(await deps.transactionId()).toBeNull();
  });

  test('accepts and refunds a payment of the previous version, which has no transaction row', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.pay();
    await deps.db.deleteFrom('transactions').execute();
    expect(await deps.confirm()).toBe(false);
    const refunded = deps.provider.refundAtProvider('pi_1');
    expect(await settle(deps, refunded, 'webhook')).toBe('repeated');
    expect(await deps.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: deps.time.now });
    expect(deps.provider.refunded).toEqual([]);
  });

  test.each([
    ['unknown to the provider', undefined, 'not-paid'],
    ['of another appointment', { appointmentId: 'another' }, 'payment-mismatch'],
    ['of another amount', { amount: 100 }, 'payment-mismatch'],
    ['of another currency', { currency: 'bdt' }, 'payment-mismatch'],
  ])('rejects an intent %s', async (_, changes, code) => {
    await using deps = await createPaymentDeps(open);
    if (changes) deps.provider.put({ ...succeeded('pi_x', deps.id), ...changes });
    await expect(deps.confirm('pi_x')).rejects.toMatchObject({ code });
    expect(await deps.transactionId()).toBeNull();
  });

  test('checks a payment against the price it was opened for', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    await deps.db.updateTable('charges').set({ amount: 300 }).execute();
    deps.provider.put({ ...succeeded('pi_1', deps.id), amount: 300 });
    expect(await deps.confirm()).toBe(true);
    expect(await deps.find()).toMatchObject({ paid_amount: 300, paid_currency: 'usd' });
  });

  test('refunds a second payment for the same appointment and notifies the member', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.pay();
    deps.provider.put(succeeded('pi_2', deps.id));
    await deps.record('pi_2');
    await expect(deps.confirm('pi_2')).rejects.toMatchObject({ code: 'already-paid' });
    await readCardEvents(deps);
    await deps.deliver();
    expect(deps.provider.refunded).toEqual(['pi_2']);
    expect(await deps.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: null });
    expect(deps.emails.map(({ text }) => /charged twice/.test(text))).toEqual([false, true]);
    expect(await deps.steps('pi_2')).toEqual(['refund-due by browser', 'refunded by refund']);
  });

  const intents = {
    paid: (id: string) => succeeded('pi_1', id),
    refunded: (id: string) => ({ ...succeeded('pi_1', id), refunded: true, refundedAmount: 500 }),
    failed: (id: string) => ({ ...succeeded('pi_1', id), status: 'open' as const }),
  };
  test.each([
    ['paid', 'refunded'],
    ['refunded', 'paid'],
    ['refunded', 'failed', 'paid', 'refunded'],
  ] as const)('shows a refund made at the provider when events arrive as %s, %s ...', async (...events) => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    deps.provider.put(intents.refunded(deps.id));
    for (const [n, state] of events.entries()) {
      const about = state === 'refunded' ? ('refund' as const) : ('payment' as const);
      const event = { id: `evt_${n}`, at: deps.time.now, about, intent: intents[state](deps.id) };
      await handleCardEvent(deps, event, 'webhook');
    }
    expect(await deps.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: deps.time.now });
    await deps.outbox.deliver();
    expect(deps.emails.map(({ subject }) => subject).sort()).toEqual([
      'Your receipt from Blood Buddies',
      'Your refund from Blood Buddies is on its way',
    ]);
    expect(deps.provider.refunded).toEqual([]);
  });

  test('ignores payments of another site on the same account, whatever their amount', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    const theirs = { ...succeeded('pi_theirs', 'an appointment of theirs'), site: 'https://other.example' };
    deps.provider.put(theirs);
    deps.provider.put({ ...theirs, id: 'pi_nameless', site: undefined });
    deps.provider.put({ ...theirs, id: 'pi_dear', amount: 9900 });
    await readCardEvents(deps);
    await deps.outbox.deliver();
    expect(deps.provider.refunded).toEqual([]);
    expect(await deps.steps('pi_theirs')).toEqual([]);
  });

  test.each([
    ['id', 'site-1'],
    ['address, as in an earlier version', 'http://localhost:3000'],
  ])('refunds a recorded payment of any amount that names this site by its %s', async (_, site) => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    await deps.record('pi_gone', 'gone');
    deps.provider.put({ ...succeeded('pi_gone', 'gone'), site });
    await deps.record('pi_dear');
    deps.provider.put({ ...succeeded('pi_dear', deps.id), site, amount: 9900 });
    await readCardEvents(deps);
    await deps.outbox.deliver();
    expect([...deps.provider.refunded].sort()).toEqual(['pi_dear', 'pi_gone']);
    expect(await deps.transactionId()).toBeNull();
    expect(await deps.steps('pi_dear')).toEqual(['refund-due by reconciler', 'refunded by refund']);
  });

  test.each([
    ['names another site', 'https://other.example'],
    ['names no site', undefined],
  ])('does not refund a recorded payment automatically when its intent %s', async (_, site) => {
    await using deps = await createPaymentDeps(open);
    await deps.record('pi_gone', 'gone');
    await settle(deps, deps.provider.put({ ...succeeded('pi_gone', 'gone'), site }), 'webhook');
    await deps.outbox.deliver();
    expect(deps.provider.refunded).toEqual([]);
    expect(deps.attention).toMatchObject([{ what: 'refund-failed', reason: 'of_another_site' }]);
  });

  test('accepts an unrecorded intent of this site for an existing appointment, as after a restore', async () => {
    await using deps = await createPaymentDeps(open);
    deps.provider.put(succeeded('pi_lost', deps.id));
    expect(await deps.confirm('pi_lost')).toBe(true);
    expect(await deps.transactionId()).toBe('pi_lost');
  });

  test('assigns an event without an appointment to the appointment of its payment', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    const intent = { ...succeeded('pi_1', deps.id), appointmentId: undefined };
    await handleCardEvent(deps, { id: 'evt_1', at: noon, about: 'payment', intent }, 'webhook');
    expect(await deps.transactionId()).toBe('pi_1');
  });

  test('cancels another open intent of an appointment that is paid', async () => {
    await using deps = await createPaymentDeps(open);
    await openPayment(deps, deps.id);
    deps.provider.put(succeeded('pi_2', deps.id));
    await deps.confirm('pi_2');
    await deps.outbox.deliver();
    expect(deps.provider.intents.get('pi_1')?.status).toBe('canceled');
  });
});
