import { generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import { type Fault, faults, openBadServer, unresolvableHost } from '#platform/testing/bad-server.ts';
import { freePort } from '#platform/testing/ports.ts';
import { connectOpenIdProvider } from '#providers/identity/google/openid.ts';
import { createCardProvider } from '#server/integrations/cards.ts';
import { createFirebaseIdentity } from '#server/integrations/identity.ts';

const timeoutMs = 200;
/**
 * The limit is generous for busy machines. Without our timeout, the error would come after minutes or never.
 */
const MAX_MS = 15_000;
const clock = () => Date.now();

/** Calls to outside servers that a user or the outbox waits for, at the given origin. */
const calls: Record<string, (origin: string) => Promise<unknown>> = {
  'the card provider': (origin) =>
    cardsAt(origin).createIntent({
      appointmentId: 'a',
      site: 's',
      amount: 500,
      currency: 'usd',
      idempotencyKey: 'k',
    }),
  'the card provider, about a charge': (origin) => cardsAt(origin).findIntent('pi_1'),
  'the card provider, about a cancellation': (origin) => cardsAt(origin).cancelIntent('pi_1'),
  'the card provider, about a refund': (origin) => cardsAt(origin).refund('pi_1'),
  'the card provider, about a dispute': (origin) => cardsAt(origin).findDispute('pi_1'),
  'the card provider, about its events': (origin) => Array.fromAsync(cardsAt(origin).listEvents(0)),
  'the keys of hosted Firebase': async (origin) => identityAt(origin).verify(await idToken()),
  Google: (origin) => googleAt(origin).begin({ state: 's', nonce: 'n', verifier: 'v' } as never),
};

function cardsAt(origin: string) {
  const fetch = fetchWithTimeout({ timeoutMs });
  return createCardProvider({
    provider: 'stripe',
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    retries: 0,
    fetch: (input, init) => fetch(`${origin}${new URL(String(input)).pathname}`, init),
  });
}
function identityAt(origin: string) {
  const fetch = fetchWithTimeout({ timeoutMs });
  return createFirebaseIdentity('buddies', (_input, init) => fetch(`${origin}/keys`, init));
}
const googleAt = (issuer: string) =>
  connectOpenIdProvider({
    clientId: 'id',
    clientSecret: 'secret',
    issuer,
    callbackUrl: 'http://localhost/callback',
    clock,
    fetch: fetchWithTimeout({ timeoutMs }),
  });
async function idToken(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT({ sub: 'uid' })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuedAt()
    .setExpirationTime('1 hour')
    .setIssuer('https://securetoken.google.com/buddies')
    .setAudience('buddies')
    .sign(privateKey);
}

/** Returns the error of the work, and checks that it came in time. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const since = performance.now();
  const failure = await work.then(
    (result) => `no failure: ${JSON.stringify(result)}`,
    (error: unknown) => error,
  );
  expect(performance.now() - since).toBeLessThan(MAX_MS);
  return failure;
}
/** Addresses without a server. */
async function unreachableAddresses() {
  return {
    'refuses connections': `http://127.0.0.1:${await freePort()}`,
    'cannot be resolved': `http://${unresolvableHost}`,
  };
}

describe.each(Object.entries(calls))('%s', (_, call) => {
  const expectUnavailable = (failure: unknown) => {
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 'unavailable' });
  };

  test.each(Object.keys(faults) as Fault[])(
    'throws unavailable in time when the server %s',
    async (fault) => {
      await using server = await openBadServer(fault);
      expectUnavailable(await failureOf(call(server.origin)));
    },
  );

  test('throws unavailable without a server', async () => {
    for (const address of Object.values(await unreachableAddresses()))
      expectUnavailable(await failureOf(call(address)));
  });
});
