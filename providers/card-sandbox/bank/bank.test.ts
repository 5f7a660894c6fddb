import { expect } from 'vitest';
import { createTestSandbox, onBoth, return_url, test } from '../testing/sandbox.ts';

const authenticationCard = '4000002760003184';
const conflict = (text: string) => ({ status: 409, text: expect.stringContaining(text) });
const resultOf = (to: string | null) => new URL(to ?? '').searchParams.get('redirect_status');

onBoth((test) => {
  test('waits for authentication on a page with an unguessable URL', async ({ sandbox }) => {
    const intent = await sandbox.pay(authenticationCard);
    expect(intent).toMatchObject({
      status: 'requires_action',
      amount_received: 0,
      latest_charge: null,
      last_payment_error: null,
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url } },
    });
    const page = intent.next_action?.redirect_to_url?.url ?? '';
    expect(page).toMatch(/^http:\/\/localhost:3000\/cards\/three-d-secure\/auth_[0-9a-f]{48}$/);
    expect(intent.client_secret).not.toContain(page.split('_')[1]);
    const { status, next_action } = intent;
    expect(await sandbox.find(intent.id)).toMatchObject({ status, next_action });
  });

  test("sends Stripe.js to the bank's page without a return URL", async ({ sandbox }) => {
    const { next_action } = await sandbox.pay(authenticationCard, {});
    const stripe_js = expect.stringMatching(/\/cards\/three-d-secure\/auth_\w+$/);
    expect(next_action).toEqual({
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js },
    });
    const { pathname } = new URL(String(next_action?.use_stripe_sdk?.stripe_js));
    const text = expect.stringContaining('You can close this window');
    expect(await sandbox.bank(pathname, 'accepted')).toMatchObject({ status: 200, text });
  });

  test('charges once when it is accepted repeatedly and in several tabs', async ({ sandbox }) => {
    const intent = await sandbox.pay(authenticationCard);
    const bankPage = intent.next_action?.redirect_to_url?.url;
    expect((await sandbox.bank(`${bankPage}?answered`)).text).toContain('Is this payment yours?');
    const clicks = await Promise.all(Array.from({ length: 8 }, () => sandbox.bank(intent, 'accepted')));
    const back = new URL(return_url);
    back.searchParams.set('payment_intent', intent.id);
    back.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
    back.searchParams.set('redirect_status', 'succeeded');
    expect(clicks).toMatchObject(Array(8).fill({ status: 303, to: back.href, text: '' }));
    const paid = { status: 'succeeded', amount_received: 500, next_action: null };
    expect(await sandbox.find(intent.id)).toMatchObject(paid);
    expect(await sandbox.rows('cards_charges')).toHaveLength(1);
    expect(await sandbox.bank(intent, 'refused')).toMatchObject(conflict('You accepted. $5.00'));
    expect((await sandbox.bank(intent)).text).toContain(back.href.replaceAll('&', '&amp;'));
    expect(await sandbox.bank(`${bankPage}?answered`)).toMatchObject({ status: 303, to: back.href });
  });

  test('charges nothing when the owner refuses, and another card can pay', async ({ sandbox }) => {
    const intent = await sandbox.pay(authenticationCard);
    const result = await sandbox.bank(intent, 'refused');
    expect([result.status, resultOf(result.to)]).toEqual([303, 'failed']);
    expect(await sandbox.find(intent.id)).toMatchObject({
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
    expect(await sandbox.rows('cards_events')).toMatchObject([{ type: 'payment_intent.payment_failed' }]);
    expect(await sandbox.bank(intent, 'accepted')).toMatchObject(conflict('You refused'));
    expect(await sandbox.confirm(intent.id, 'pm_card_visa')).toMatchObject({ status: 'succeeded' });
    expect((await sandbox.bank(intent)).text).toContain('You refused. Nothing was charged');
  });

  test.for([
    ['4000008260003178', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000008400001629', 'generic_decline', 'Your card was declined.'],
  ])('declines %s after it was accepted: %s', async ([number, decline_code, message], { sandbox }) => {
    const intent = await sandbox.pay(number);
    const { status, to } = await sandbox.bank(intent, 'accepted');
    expect([status, resultOf(to)]).toEqual([303, 'failed']);
    expect(await sandbox.find(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code: 'card_declined', decline_code, message },
    });
    expect((await sandbox.bank(intent)).text).toContain(message);
  });

  test('rejects a late answer with an explanation and moves no money', async ({ sandbox }) => {
    const canceled = await sandbox.pay(authenticationCard);
    await sandbox.stripe.paymentIntents.cancel(canceled.id);
    const paid = await sandbox.pay(authenticationCard);
    await sandbox.confirm(paid.id, '4242424242424242');
    const again = await sandbox.pay(authenticationCard);
    const newer = await sandbox.confirm(again.id, authenticationCard);
    const declined = await sandbox.pay(authenticationCard);
    await sandbox.confirm(declined.id, '4000000000000002').catch(() => {});
    const before = await sandbox.rows('cards_charges');
    for (const [intent, message] of [
      [canceled, 'This payment was canceled'],
      [paid, 'Already paid'],
      [again, 'This page is out of date'],
      [declined, 'This page is out of date'],
    ] as const) {
      for (const answer of ['accepted', 'refused'])
        expect(await sandbox.bank(intent, answer)).toMatchObject(conflict(message));
      const text = expect.stringContaining('Back to Blood Buddies');
      expect(await sandbox.bank(intent)).toMatchObject({ status: 200, text });
    }
    expect(await sandbox.rows('cards_charges')).toEqual(before);
    expect((await sandbox.bank(newer, 'accepted')).status).toBe(303);
    expect(await sandbox.find(again.id)).toMatchObject({ status: 'succeeded' });
  });

  test('lets one of a concurrent answer and cancellation win', async ({ sandbox }) => {
    for (let round = 0; round < 5; round++) {
      const intent = await sandbox.pay(authenticationCard);
      const [{ status: canceled }] = await Promise.allSettled([
        sandbox.stripe.paymentIntents.cancel(intent.id),
        sandbox.bank(intent, 'accepted'),
      ]);
      const { status, amount_received } = await sandbox.find(intent.id);
      const expected = canceled === 'fulfilled' ? ['canceled', 0] : ['succeeded', 500];
      expect([status, amount_received]).toEqual(expected);
    }
  });
});

test.for(['http://a;sandbox/', 'javascript:alert(1)', 'dashboard', 'ftp://example.org', '//example.org'])(
  'rejects %s as a return URL',
  async (wrong, { sandbox }) => {
    const error = { statusCode: 400, code: 'url_invalid', param: 'return_url' };
    await expect(sandbox.pay(authenticationCard, { return_url: wrong })).rejects.toMatchObject(error);
  },
);

const authenticationCards = `4000002500003155 4000003800000446 4000000000003220 4000000000003063 pm_card_authenticationRequired
  pm_card_threeDSecure2Required pm_card_authenticationRequiredOnSetup`;
test.for(authenticationCards.split(/\s+/))('requires authentication for %s', async (card, { sandbox }) => {
  expect(await sandbox.pay(card)).toMatchObject({ status: 'requires_action' });
});
test.for(['4000000000003055', '4000000000003097', '378282246310005'])(
  'requires no authentication for %s',
  async (card, { sandbox }) => {
    expect(await sandbox.pay(card)).toMatchObject({ status: 'succeeded' });
  },
);

test('shows the payment, that it is a test, and two buttons', async ({ sandbox }) => {
  const { text, headers } = await sandbox.bank(await sandbox.pay(authenticationCard));
  expect(text).toContain('<html lang="en">');
  expect(text).toContain('<title>Is this payment yours? | Test bank</title>');
  for (const expected of ['Blood Buddies', '$5.00', 'Visa ending in 3184', 'no money moves'])
    expect(text).toContain(expected);
  const buttons = [...text.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, name]) => name);
  expect(buttons).toEqual(['Accept', 'Refuse']);
  expect(text.match(/<script/g)).toHaveLength(1);
  const policy = String(headers.get('content-security-policy'));
  expect(policy).toMatch(
    /^default-src 'none'; .*; script-src 'sha256-[^']+'; connect-src 'self'; form-action /,
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(policy).toContain("form-action 'self' http://localhost:3000;");
  expect(text).toMatch(/<link rel="icon" [^>]*href="data:image/);
  expect(policy).toContain('; img-src data:;');
  expect(text).toContain('@font-face { font-family: Fraunces;');
  expect(policy).toContain('; font-src data:;');
});

test('shows any name of the site as the payee', async () => {
  const name = 'Donneurs de <b>Sang</b> "Dakar"';
  await using sandbox = await createTestSandbox(undefined, name);
  const intent = await sandbox.pay(authenticationCard);
  const open = await sandbox.bank(intent);
  await sandbox.bank(intent, 'accepted');
  for (const { text } of [open, await sandbox.bank(intent)]) {
    expect(text).toContain('Donneurs de &lt;b&gt;Sang&lt;/b&gt; &quot;Dakar&quot;');
    expect(text).not.toMatch(/<b>|Blood Buddies/);
  }
});

test('escapes user input on the page', async ({ sandbox }) => {
  const intent = await sandbox.pay(authenticationCard, {
    return_url: `https://example.org/?"><script>&a='<script>`,
  });
  await sandbox.stripe.paymentIntents.cancel(intent.id);
  const { text } = await sandbox.bank(intent);
  expect(text).toContain('href="https://example.org/?%22%3E%3Cscript%3E=&amp;a=%27');
  expect(text).not.toContain('<script');
});

test.for(['auth_unknown', '%00', 'x%27'])('responds 404 to %s', async (id, { sandbox }) => {
  const page = `/cards/three-d-secure/${id}`;
  expect(await sandbox.bank(page)).toMatchObject({ status: 404, text: expect.stringContaining('<h1>') });
  expect((await sandbox.bank(page, 'accepted')).status).toBe(404);
});

test.for(['', 'yes', 'accepted'.repeat(1000)])('rejects the answer %j', async (answer, { sandbox }) => {
  const intent = await sandbox.pay(authenticationCard);
  expect((await sandbox.bank(intent, answer)).status).toBe(400);
  expect(await sandbox.find(intent.id)).toMatchObject({ status: 'requires_action' });
});

test('renders an error page after a failure, and records no answer', async ({ sandbox }) => {
  const intent = await sandbox.pay(authenticationCard);
  await sandbox.database.schema.dropTable('cards_charges').execute();
  const text = expect.stringContaining('Your choice was not saved');
  expect(await sandbox.bank(intent, 'accepted')).toMatchObject({ status: 500, text });
  expect(sandbox.logged).toHaveLength(1);
});
