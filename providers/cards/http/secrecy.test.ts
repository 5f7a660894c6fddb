import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import type { CardTables } from '../schema/tables.ts';
import { card, openSandbox } from '../testing/sandbox.ts';

const newIntent = { amount: '500', currency: 'usd', 'metadata[appointmentId]': 'a1' };
const newMethod = {
  type: 'card',
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '737',
};

onBothDatabases([cardsMigrations], (open) => {
  test('a browser that repeats the idempotent request of the server is refused, not answered', async () => {
    await using sandbox = await openSandbox(open);
    const first = await sandbox.send(sandbox.secretKey, 'payment_intents', newIntent, 'key-1');
    const again = await sandbox.send(sandbox.publishableKey, 'payment_intents', newIntent, 'key-1');
    expect([first.status, again.status]).toEqual([200, 403]);
    expect(again.body).not.toHaveProperty('client_secret');
  });

  test('a browser cannot take an idempotency key away from the server', async () => {
    await using sandbox = await openSandbox(open);
    const taken = await sandbox.send(sandbox.publishableKey, 'payment_methods', newMethod, 'key-1');
    const intent = await sandbox.send(sandbox.secretKey, 'payment_intents', newIntent, 'key-1');
    expect([taken.status, intent.status]).toEqual([200, 200]);
  });

  test('what is kept of an idempotent request does not tell the security code', async () => {
    await using sandbox = await openSandbox(open);
    const { status } = await sandbox.send(sandbox.publishableKey, 'payment_methods', newMethod, 'key-1');
    expect(status).toBe(200);
    const db = sandbox.database.withTables<CardTables>();
    const { request_hash } = await db
      .selectFrom('cards_idempotency')
      .select('request_hash')
      .executeTakeFirstOrThrow();
    // Whoever reads the table knows everything but the code, and tries all thousand of them.
    const guesses = Array.from({ length: 1000 }, (_, n) => {
      const cvc = String(n).padStart(3, '0');
      const parameters = { type: 'card', card: { ...stringCard, cvc } };
      return createHash('sha256')
        .update(JSON.stringify(['/v1/payment_methods', parameters]))
        .digest('base64url');
    });
    expect(guesses).not.toContain(request_hash);
  });

  test('a browser is told the state of an intent, never its metadata', async () => {
    await using sandbox = await openSandbox(open);
    const { id, client_secret } = await sandbox.createIntent();
    const { id: payment_method } = await sandbox.createMethod('4242424242424242');
    const { id: declined } = await sandbox.createMethod('4000000000000002');
    const secret = { client_secret: client_secret ?? '' };
    const confirm = (method: string) =>
      sandbox.browser('POST', `payment_intents/${id}/confirm`, { ...secret, payment_method: method });
    const refused = await confirm(declined);
    const paid = await confirm(payment_method);
    const again = await confirm(payment_method);
    expect([refused.status, paid.status, again.status]).toEqual([402, 200, 400]);
    expect(again.body).toMatchObject({ error: { payment_intent: { id, status: 'succeeded' } } });
    expect(JSON.stringify([refused, paid, again])).not.toContain('appointmentId');
  });

  test('a secret key in a form or an address is refused: those end up in logs', async () => {
    await using sandbox = await openSandbox(open);
    const answer = await sandbox.app.request(`/v1/payment_intents?key=${sandbox.secretKey}`);
    expect(answer.status).toBe(401);
  });
});

const { number, exp_month, exp_year } = card('4242424242424242');
const stringCard = { number, exp_month: String(exp_month), exp_year: String(exp_year) };
