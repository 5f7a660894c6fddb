import { generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import { type Fault, faults, openBadServer, unresolvableHost } from '#platform/testing/bad-server.ts';
import { freePort } from '#platform/testing/ports.ts';
import { connectOpenIdProvider } from '#providers/identity/google/openid.ts';
import { createCards } from '#server/integrations/cards.ts';
import { createFirebaseIdentity } from '#server/integrations/identity.ts';

const timeoutMs = 200;
/** However busy the machine is: without a bound of ours it would be minutes, or for ever. */
const MOST_MS = 15_000;
const clock = () => Date.now();

/** Everything that asks a server of somebody else while a person or the outbox waits, at that address. */
const askers: Record<string, (origin: string) => Promise<unknown>> = {
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
  return createCards({
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

/** What was thrown, and that it came in time. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const since = performance.now();
  const failure = await work.then(
    (got) => `no failure: ${JSON.stringify(got)}`,
    (error: unknown) => error,
  );
  expect(performance.now() - since).toBeLessThan(MOST_MS);
  return failure;
}
/** Every address at which nobody of use is. */
async function badAddresses() {
  return {
    'is not there': `http://127.0.0.1:${await freePort()}`,
    'has no name': `http://${unresolvableHost}`,
  };
}

describe.each(Object.entries(askers))('%s', (_, ask) => {
  const expectUnavailable = (failure: unknown) => {
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 'unavailable' });
  };

  test.each(Object.keys(faults) as Fault[])('%s: told as away, in time', async (fault) => {
    await using server = await openBadServer(fault);
    expectUnavailable(await failureOf(ask(server.origin)));
  });

  test('is not there, or has no name: told as away', async () => {
    for (const address of Object.values(await badAddresses()))
      expectUnavailable(await failureOf(ask(address)));
  });
});
