import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { openSandbox } from '../testing/sandbox.ts';

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

const return_url = 'http://localhost:3000/dashboard/payment/a1?from=bank';
const asks = '4000002760003184';

async function confirmed(sandbox: Sandbox, number = asks, form: object = { return_url }) {
  const { id } = await sandbox.createIntent();
  return confirmAgain(sandbox, id, number, form);
}

async function confirmAgain(sandbox: Sandbox, id: string, number = asks, form: object = { return_url }) {
  const { id: payment_method } = await sandbox.createMethod(number);
  return sandbox.stripe.paymentIntents.confirm(id, { payment_method, ...form });
}

const pageOf = (intent: Stripe.PaymentIntent) =>
  new URL(intent.next_action?.redirect_to_url?.url ?? '').pathname.replace('/cards', '');

async function look(sandbox: Sandbox, page: string) {
  const answer = await sandbox.app.request(page);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function click(sandbox: Sandbox, page: string, answer: string) {
  const response = await sandbox.app.request(page, {
    method: 'POST',
    body: new URLSearchParams({ answer }),
  });
  return { status: response.status, to: response.headers.get('location'), text: await response.text() };
}

onBothDatabases([cardsMigrations], (open) => {
  test('a card that is asked about waits for its page, at an address that nobody guesses', async () => {
    await using sandbox = await openSandbox(open);
    const intent = await confirmed(sandbox);
    expect(intent).toMatchObject({
      status: 'requires_action',
      amount_received: 0,
      latest_charge: null,
      last_payment_error: null,
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url } },
    });
    expect(intent.next_action?.redirect_to_url?.url).toMatch(
      /^http:\/\/localhost:3000\/cards\/three-d-secure\/auth_[0-9a-f]{48}$/,
    );
    expect(intent.client_secret).not.toContain(pageOf(intent).split('_')[1]);
    expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_action',
      next_action: intent.next_action,
    });
    const [event] = (await sandbox.stripe.events.list()).data;
    expect(event).toMatchObject({
      type: 'payment_intent.requires_action',
      data: { object: { id: intent.id, status: 'requires_action' } },
    });
  });

  test('without a return address Stripe.js is told to go there', async () => {
    await using sandbox = await openSandbox(open);
    const { next_action } = await confirmed(sandbox, asks, {});
    expect(next_action).toEqual({
      type: 'use_stripe_sdk',
      use_stripe_sdk: {
        type: 'three_d_secure_redirect',
        stripe_js: expect.stringMatching(/\/cards\/three-d-secure\/auth_\w+$/),
      },
    });
    const page = new URL(String(next_action?.use_stripe_sdk?.stripe_js)).pathname.replace('/cards', '');
    expect(await click(sandbox, page, 'accepted')).toMatchObject({
      status: 200,
      text: expect.stringContaining('You can close this window'),
    });
  });

  test('accepted, it is charged once, however often and in how many tabs it is accepted', async () => {
    await using sandbox = await openSandbox(open);
    const intent = await confirmed(sandbox);
    const page = pageOf(intent);
    const clicks = await Promise.all(Array.from({ length: 8 }, () => click(sandbox, page, 'accepted')));
    const back = new URL(return_url);
    back.searchParams.set('payment_intent', intent.id);
    back.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
    back.searchParams.set('redirect_status', 'succeeded');
    expect(clicks).toEqual(Array(8).fill({ status: 303, to: back.href, text: '' }));
    const paid = await sandbox.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 500,
      next_action: null,
      latest_charge: {
        payment_method_details: {
          card: {
            three_d_secure: { authentication_flow: 'challenge', result: 'authenticated', version: '2.2.0' },
          },
        },
      },
    });
    expect((await sandbox.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
    const refusedLater = await click(sandbox, page, 'refused');
    expect(refusedLater).toMatchObject({ status: 409, text: expect.stringContaining('You accepted. $5.00') });
    expect((await look(sandbox, page)).text).toContain(back.href.replaceAll('&', '&amp;'));
  });

  test('refused, nothing is charged and another card may pay', async () => {
    await using sandbox = await openSandbox(open);
    const { id, ...intent } = await confirmed(sandbox);
    const page = pageOf({ id, ...intent });
    const refused = await click(sandbox, page, 'refused');
    expect(refused.status).toBe(303);
    expect(new URL(refused.to ?? '').searchParams.get('redirect_status')).toBe('failed');
    expect(await sandbox.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      latest_charge: null,
      last_payment_error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
        payment_method: { card: { last4: '3184' } },
      },
    });
    const [event] = (await sandbox.stripe.events.list()).data;
    expect(event?.type).toBe('payment_intent.payment_failed');
    expect(await click(sandbox, page, 'accepted')).toMatchObject({
      status: 409,
      text: expect.stringContaining('You refused'),
    });
    expect(await confirmAgain(sandbox, id, '4242424242424242')).toMatchObject({ status: 'succeeded' });
    expect((await look(sandbox, page)).text).toContain('You refused. Nothing was charged');
  });

  test.each([
    ['4000008260003178', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000008400001629', 'generic_decline', 'Your card was declined.'],
  ])('%s is declined after it was accepted: %s', async (number, decline_code, message) => {
    await using sandbox = await openSandbox(open);
    const intent = await confirmed(sandbox, number);
    const page = pageOf(intent);
    const { status, to } = await click(sandbox, page, 'accepted');
    expect([status, new URL(to ?? '').searchParams.get('redirect_status')]).toEqual([303, 'failed']);
    expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code: 'card_declined', decline_code, message },
    });
    expect((await look(sandbox, page)).text).toContain(message);
  });

  test('an answer that comes too late says so, and moves no money', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const canceled = await confirmed(sandbox);
    await stripe.paymentIntents.cancel(canceled.id);
    const paid = await confirmed(sandbox);
    await confirmAgain(sandbox, paid.id, '4242424242424242');
    const again = await confirmed(sandbox);
    const newer = await confirmAgain(sandbox, again.id);
    const declined = await confirmed(sandbox);
    await confirmAgain(sandbox, declined.id, '4000000000000002').catch(() => {});
    for (const [intent, says] of [
      [canceled, 'This payment was cancelled'],
      [paid, 'Already paid'],
      [again, 'This page is out of date'],
      [declined, 'This page is out of date'],
    ] as const) {
      const before = await stripe.charges.list({ payment_intent: intent.id });
      for (const answer of ['accepted', 'refused']) {
        expect(await click(sandbox, pageOf(intent), answer)).toMatchObject({
          status: 409,
          text: expect.stringContaining(says),
        });
      }
      expect(await look(sandbox, pageOf(intent))).toMatchObject({
        status: 200,
        text: expect.stringContaining('Back to Blood Buddies'),
      });
      const after = await stripe.charges.list({ payment_intent: intent.id });
      expect(after.data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id));
    }
    expect((await click(sandbox, pageOf(newer), 'accepted')).status).toBe(303);
    expect(await stripe.paymentIntents.retrieve(again.id)).toMatchObject({ status: 'succeeded' });
  });

  test('of an answer and a cancellation at once, one wins', async () => {
    await using sandbox = await openSandbox(open);
    for (let round = 0; round < 5; round++) {
      const intent = await confirmed(sandbox);
      const [canceled] = await Promise.allSettled([
        sandbox.stripe.paymentIntents.cancel(intent.id),
        click(sandbox, pageOf(intent), 'accepted'),
      ]);
      const { status, amount_received } = await sandbox.stripe.paymentIntents.retrieve(intent.id);
      expect([status, amount_received]).toEqual(
        canceled.status === 'fulfilled' ? ['canceled', 0] : ['succeeded', 500],
      );
    }
  });

  test('whoever takes nobody to a bank is told that the card needs it', async () => {
    await using sandbox = await openSandbox(open);
    const attempt = (form: object, number = asks) => confirmed(sandbox, number, form).catch((error) => error);
    const unhandled = await attempt({ error_on_requires_action: true });
    expect(unhandled).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'authentication_required',
      decline_code: 'authentication_not_handled',
      payment_intent: { status: 'requires_payment_method', latest_charge: null },
    });
    expect(unhandled.charge).toBeUndefined();
    const unseen = await attempt({ off_session: true });
    expect(unseen).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
      decline_code: 'authentication_required',
      charge: expect.stringMatching(/^ch_/),
    });
    expect(await attempt({ off_session: true }, '4000003800000446')).toMatchObject({ status: 'succeeded' });
  });

  test('an intent made with its card may wait for the bank at once, and may be confirmed again', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const { id: payment_method } = await sandbox.createMethod(asks);
    const form = { amount: 500, currency: 'usd', payment_method, confirm: true, return_url };
    const intent = await stripe.paymentIntents.create(form);
    expect(intent.status).toBe('requires_action');
    const again = await stripe.paymentIntents.confirm(intent.id, { return_url });
    expect(pageOf(again)).not.toBe(pageOf(intent));
    expect(again.payment_method).toBe(payment_method);
  });
});

const openAlone = () => openSandbox(() => openSqlite([cardsMigrations]));

test.each(['http://a;sandbox/', 'javascript:alert(1)', 'dashboard', 'ftp://example.org', '//example.org'])(
  '%s is no address to return to',
  async (wrong) => {
    await using sandbox = await openAlone();
    await expect(confirmed(sandbox, asks, { return_url: wrong })).rejects.toMatchObject({
      statusCode: 400,
      code: 'url_invalid',
      param: 'return_url',
    });
  },
);

test.each([
  ['4000002500003155', 'requires_action'],
  ['4000002760003184', 'requires_action'],
  ['4000003800000446', 'requires_action'],
  ['4000000000003220', 'requires_action'],
  ['4000000000003063', 'requires_action'],
  ['4000000000003055', 'succeeded'],
  ['4000000000003097', 'succeeded'],
  ['4242424242424242', 'succeeded'],
  ['378282246310005', 'succeeded'],
])('%s comes to %s', async (number, status) => {
  await using sandbox = await openAlone();
  expect(await confirmed(sandbox, number)).toMatchObject({ status });
});

describe('the page', () => {
  test('names merchant, amount and card, says that it is a test, and asks in two buttons', async () => {
    await using sandbox = await openAlone();
    const { text, headers } = await look(sandbox, pageOf(await confirmed(sandbox)));
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('<title>Is this payment yours? | Test bank</title>');
    for (const said of ['Blood Buddies', '$5.00', 'Visa ending in 3184', 'no money moves']) {
      expect(text).toContain(said);
    }
    const buttons = [...text.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, name]) => name);
    expect(buttons).toEqual(['Accept', 'Refuse']);
    expect(text).not.toContain('<script');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3000;");
    expect(text).toMatch(/<link rel="icon" [^>]*href="data:image/);
    expect(headers.get('content-security-policy')).toContain('; img-src data:;');
  });

  test('writes what others said as text', async () => {
    await using sandbox = await openAlone();
    const { id: payment_method } = await sandbox.createMethod(asks);
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      description: '<script>alert(1)</script>',
      payment_method,
      confirm: true,
      return_url: 'https://example.org/?"><script>',
    });
    await sandbox.stripe.paymentIntents.cancel(intent.id);
    const { text } = await look(sandbox, pageOf(intent));
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script');
  });

  test.each(['/three-d-secure/auth_unknown', '/three-d-secure/%00', '/three-d-secure/x%27'])(
    '%s is a page that is not there',
    async (page) => {
      await using sandbox = await openAlone();
      expect(await look(sandbox, page)).toMatchObject({ status: 404, text: expect.stringContaining('<h1>') });
      expect((await click(sandbox, page, 'accepted')).status).toBe(404);
    },
  );

  test.each(['', 'yes', 'accepted'.repeat(1000)])('an answer like %j is none', async (answer) => {
    await using sandbox = await openAlone();
    const intent = await confirmed(sandbox);
    expect((await click(sandbox, pageOf(intent), answer)).status).toBe(400);
    expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_action',
    });
  });

  test('a failure is a page too, and takes no answer', async () => {
    await using sandbox = await openAlone();
    const intent = await confirmed(sandbox);
    await sandbox.database.schema.dropTable('cards_charges').execute();
    expect(await click(sandbox, pageOf(intent), 'accepted')).toMatchObject({
      status: 500,
      text: expect.stringContaining('Your answer was not taken'),
    });
    expect(sandbox.logged).toHaveLength(1);
  });
});
