import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { openSandbox } from '../testing/sandbox.ts';

onBothDatabases([cardsMigrations], (open) => {
  test('an open intent is changed: what is named only, and an empty value takes away', async () => {
    await using sandbox = await openSandbox(open);
    const { paymentIntents } = sandbox.stripe;
    const { id } = await sandbox.createIntent();
    const form = { amount: 900, description: 'Service charge', receipt_email: 'a@b.co' };
    expect(await paymentIntents.update(id, { ...form, metadata: { note: 'b' } })).toMatchObject({
      ...form,
      metadata: { appointmentId: 'a1', note: 'b' },
      status: 'requires_payment_method',
    });
    const cleared = await paymentIntents.update(id, { description: '', metadata: { note: '' } });
    expect(cleared).toMatchObject({ amount: 900, description: null, receipt_email: 'a@b.co' });
    expect(cleared.metadata).toEqual({ appointmentId: 'a1' });
    expect((await paymentIntents.update(id, { metadata: '' })).metadata).toEqual({});
    const { id: payment_method } = await sandbox.createMethod('4242424242424242');
    const expand = ['latest_charge'];
    expect(await paymentIntents.confirm(id, { payment_method, expand })).toMatchObject({
      amount_received: 900,
      latest_charge: { amount: 900 },
    });
  });

  test('what its owner is asked to accept is the amount that is charged', async () => {
    await using sandbox = await openSandbox(open);
    const { paymentIntents } = sandbox.stripe;
    const { id } = await sandbox.createIntent();
    const { id: payment_method } = await sandbox.createMethod('4000002760003184');
    const return_url = 'http://localhost:3000/';
    const asked = await paymentIntents.confirm(id, { payment_method, return_url });
    expect(await paymentIntents.update(id, { description: 'Same' })).toMatchObject({
      status: 'requires_action',
    });
    expect(await paymentIntents.update(id, { amount: 9000 })).toMatchObject({
      status: 'requires_confirmation',
      next_action: null,
    });
    await sandbox.answerBank(asked, 'accepted');
    expect(await paymentIntents.retrieve(id)).toMatchObject({ amount_received: 0 });
    const again = await paymentIntents.confirm(id, { return_url });
    await sandbox.answerBank(again, 'accepted');
    expect(await paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount_received: 9000 });
  });

  test('of many changes at once none is lost', async () => {
    await using sandbox = await openSandbox(open);
    const { paymentIntents } = sandbox.stripe;
    const { id } = await sandbox.createIntent();
    const names = Array.from({ length: 10 }, (_, n) => `name${n}`);
    await Promise.all(names.map((name) => paymentIntents.update(id, { metadata: { [name]: 'x' } })));
    expect(Object.keys((await paymentIntents.retrieve(id)).metadata).sort()).toEqual([
      'appointmentId',
      ...names,
    ]);
  });

  test('one that has ended stays as it is, and so does one that is to be changed in a wrong way', async () => {
    await using sandbox = await openSandbox(open);
    const { paymentIntents } = sandbox.stripe;
    const { id } = await sandbox.createIntent();
    const before = await paymentIntents.retrieve(id);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`name${n}`, 'x']));
    const wrong = [{ amount: 1 }, { receipt_email: 'nobody' }, { metadata: many }, { currency: 'eur' }];
    for (const form of wrong) {
      await expect(paymentIntents.update(id, form)).rejects.toMatchObject({ statusCode: 400 });
    }
    expect(await paymentIntents.retrieve(id)).toMatchObject({ ...before, lastResponse: expect.anything() });
    await paymentIntents.cancel(id);
    await expect(paymentIntents.update(id, { amount: 900 })).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id, amount: 500, status: 'canceled' },
    });
    const secret = { client_secret: before.client_secret ?? '', description: 'x' };
    expect((await sandbox.browser('POST', `payment_intents/${id}`, secret)).status).toBe(403);
  });
});
