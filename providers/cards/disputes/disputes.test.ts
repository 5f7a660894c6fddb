import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { openSandbox } from '../testing/sandbox.ts';

onBothDatabases([cardsMigrations], (open) => {
  async function disputed(number = '4000000000000259') {
    const sandbox = await openSandbox(open);
    const intent = await sandbox.createIntent();
    const { id: payment_method } = await sandbox.createMethod(number);
    const { latest_charge } = await sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method });
    return { sandbox, payment_intent: intent.id, charge: String(latest_charge) };
  }

  test.each([
    ['4000000000000259', 'fraudulent'],
    ['4000000000002685', 'product_not_received'],
  ])('%s pays, and disputes the charge as %s', async (number, reason) => {
    const { sandbox, payment_intent, charge } = await disputed(number);
    await using _ = sandbox;
    const { data } = await sandbox.stripe.disputes.list({ payment_intent });
    expect(data).toMatchObject([{ charge, amount: 500, reason, status: 'needs_response' }]);
    expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true, refunded: false });
    expect(await sandbox.stripe.disputes.retrieve(data[0]?.id ?? '')).toEqual(data[0]);
    const { data: events } = await sandbox.stripe.events.list({ type: 'charge.dispute.*' });
    expect(events.map(({ type }) => type)).toEqual(['charge.dispute.created']);
    await sandbox.outbox.deliver();
    expect(sandbox.sent.map(({ payload }) => JSON.parse(payload).type)).toContain('charge.dispute.created');
  });

  test('a disputed charge is not refunded', async () => {
    const { sandbox, payment_intent } = await disputed();
    await using _ = sandbox;
    await expect(sandbox.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_disputed',
    });
  });

  test.each(['won', 'lost'])('it is %s by the evidence that the test mode knows, once', async (status) => {
    const { sandbox, payment_intent } = await disputed();
    await using _ = sandbox;
    const { disputes, events } = sandbox.stripe;
    const { id = '' } = (await disputes.list({ payment_intent })).data[0] ?? {};
    await expect(disputes.update(id, { evidence: { uncategorized_text: 'sorry' } })).rejects.toMatchObject({
      statusCode: 400,
    });
    const uncategorized_text = status === 'won' ? 'winning_evidence' : 'losing_evidence';
    expect(await disputes.update(id, { evidence: { uncategorized_text } })).toMatchObject({ status });
    await expect(disputes.close(id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await events.list({ type: 'charge.dispute.closed' })).data).toHaveLength(1);
  });

  test('accepted, it is lost', async () => {
    const { sandbox, charge } = await disputed();
    await using _ = sandbox;
    const { id = '' } = (await sandbox.stripe.disputes.list({ charge })).data[0] ?? {};
    expect(await sandbox.stripe.disputes.close(id)).toMatchObject({ status: 'lost' });
    await expect(sandbox.stripe.disputes.retrieve('dp_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });
});
