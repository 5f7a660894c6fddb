import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { codeOf } from '#platform/testing/error-code.ts';
import { createCardProvider } from './cards.ts';

/** Creates the adapter with a fake Stripe that returns these responses and repeats the last one. */
function cardsWith(...responses: [status: number, body: object][]) {
  const onError = vi.fn();
  const onIgnoredEvent = vi.fn();
  const fetch = vi.fn(async () => {
    const [status, body] = (responses.length > 1 ? responses.shift() : responses[0]) ?? [500, {}];
    return Response.json(body, { status, headers: { 'request-id': 'req_7' } });
  });
  const cards = createCardProvider({
    provider: 'stripe',
    secretKey: 'sk_test_x',
    publishableKey: 'pk_test_x',
    webhookSecret: 'whsec_x',
    fetch: fetch as never,
    retries: 0,
    onError,
    onIgnoredEvent,
  });
  return { cards, fetch, onError, onIgnoredEvent };
}

const error = (code: string, type = 'invalid_request_error') => ({
  error: { type, code, message: 'Nothing for the log: donor@example.org' },
});

test.each([
  [400, 'charge_disputed'],
  [400, 'refund_disputed_payment'],
  [400, 'charge_not_refundable'],
  [400, 'insufficient_funds'],
  [402, 'balance_insufficient'],
  [404, 'resource_missing'],
])('[PAY-03] treats a refund rejected with %i %s as final and returns the reason', async (status, code) => {
  const { cards } = cardsWith([status, error(code)]);
  expect(await cards.refund('pi_1')).toEqual({ outcome: 'rejected', reason: code });
});

test.each([
  [401, 'api_key_expired', 'error'],
  [403, 'more_permissions_required', 'error'],
  [429, 'rate_limit', 'warn'],
  [409, 'idempotency_key_in_use', 'warn'],
  [500, 'internal', 'warn'],
] as const)('retries and reports a refund that fails with %i %s', async (status, code, level) => {
  const { cards, onError } = cardsWith([status, error(code, 'api_error')]);
  expect(await codeOf(cards.refund('pi_1'))).toBe('unavailable');
  expect(onError).toHaveBeenCalledExactlyOnceWith({
    call: 'refund',
    level,
    status,
    type: expect.any(String),
    code,
    requestId: 'req_7',
  });
});

test('reports a refund that waits for funds as on its way, with the reason', async () => {
  const refund = { object: 'refund', id: 're_1', status: 'pending', pending_reason: 'insufficient_funds' };
  const { cards } = cardsWith([200, refund]);
  expect(await cards.refund('pi_1')).toEqual({ outcome: 'accepted', reason: 'insufficient_funds' });
});

test('reports a connection failure', async () => {
  const { cards, fetch, onError } = cardsWith([200, {}]);
  fetch.mockRejectedValue(new TypeError('fetch failed'));
  expect(await codeOf(cards.findIntent('pi_1'))).toBe('unavailable');
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ call: 'findIntent', level: 'warn', type: 'StripeConnectionError' }),
  );
});

test('returns undefined for an unknown intent, without an error', async () => {
  const { cards, onError } = cardsWith([404, error('resource_missing')]);
  expect(await cards.findIntent('pi_1')).toBeUndefined();
  expect(onError).not.toHaveBeenCalled();
});

test('[PAY-03] ignores a well signed event of the other mode, and names the cause', async () => {
  const { cards, onIgnoredEvent } = cardsWith([200, {}]);
  const read = (livemode: boolean) => {
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'other',
      livemode,
      data: { object: {} },
    });
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', 'whsec_x').update(`${time}.${payload}`).digest('hex');
    return cards.readEvent(payload, `t=${time},v1=${signature}`);
  };
  await read(false);
  expect(onIgnoredEvent).not.toHaveBeenCalled();
  expect(await read(true)).toBeUndefined();
  expect(onIgnoredEvent).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('event of the live mode'));
});
