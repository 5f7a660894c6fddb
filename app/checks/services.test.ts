import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { smtpError, startEmailServer } from '#platform/testing/email-server.ts';
import { startHttpServer } from '#platform/testing/http-server.ts';
import { freePort } from '#platform/testing/ports.ts';
import { createClockComparison } from './clock.ts';
import { runCheck } from './finding.ts';
import { createServiceChecks, type ServiceOptions } from './services.ts';

const clock = () => Date.parse('2026-11-29T10:00:00Z');
const secret = 'sk_live_hunter2';
const stripe = { secretKey: secret, publishableKey: 'pk_live_1', webhookSecret: undefined };

/** Runs the check of that name, and the one of the clock after it. */
async function check(name: string, options: Partial<ServiceOptions>) {
  const comparison = createClockComparison(clock);
  const config = { stripe: undefined, s3: undefined };
  const checks = createServiceChecks({ config, emailServers: {}, comparison, clock, ...options });
  const [found] = checks.filter((candidate) => candidate.name === name);
  const finding = found && (await runCheck(found));
  const ofClock = await runCheck(comparison.check);
  expect(inspect([finding, ofClock])).not.toContain('hunter2');
  return { finding, ofClock };
}

const respond =
  (status: number, date = 'Sun, 29 Nov 2026 10:00:00 GMT'): typeof fetch =>
  async () =>
    new Response('{}', { status, headers: { date } });

test('a service that is not set up is not checked', async () => {
  for (const name of ['email', 'payments', 'pictures'])
    expect(await check(name, {})).toEqual({ finding: undefined, ofClock: undefined });
});

test('names the email server that does not respond, or rejects the password', async () => {
  const port = await freePort();
  const smtp = (to: number) =>
    check('email', { emailServers: { smtpUrl: `smtp://me:hunter2@127.0.0.1:${to}` } });
  expect((await smtp(port)).finding).toMatchObject({
    isOk: false,
    text: `connection refused by 127.0.0.1:${port}`,
  });
  await using rejecting = await startEmailServer({ onAuth: (_auth, _session, done) => done(smtpError(535)) });
  expect((await smtp(rejecting.port)).finding).toMatchObject({
    text: `127.0.0.1:${rejecting.port} rejects the user name or password`,
  });
  await using server = await startEmailServer({ account: { user: 'me', password: 'hunter2' } });
  expect((await smtp(server.port)).finding).toEqual({
    isOk: true,
    text: `127.0.0.1:${server.port} accepts emails`,
  });
  expect(server.received).toEqual([]);
});

test('names what is wrong with the key of Stripe, and with the way there', async () => {
  const call = (fetch: typeof globalThis.fetch) =>
    check('payments', { config: { stripe, s3: undefined }, fetch });
  expect((await call(respond(200))).finding).toEqual({ isOk: true, text: 'Stripe accepts the key' });
  expect((await call(respond(401))).finding).toMatchObject({ text: 'Stripe rejects the key (401)' });
  expect((await call(respond(503))).finding).toMatchObject({ text: 'Stripe responds with 503' });
  const refused = Object.assign(new Error(secret), { code: 'ENOTFOUND' });
  const unreachable = async () => Promise.reject(new TypeError('fetch failed', { cause: refused }));
  expect((await call(unreachable)).finding).toMatchObject({ text: 'api.stripe.com is not found' });
});

test.each([
  ['Sun, 29 Nov 2026 09:59:59 GMT', { isOk: true, text: 'the clock agrees with Stripe' }],
  ['Sun, 29 Nov 2026 09:58:00 GMT', { text: 'the clock is 119 s ahead of that of Stripe' }],
  ['Sun, 29 Nov 2026 12:00:00 GMT', { text: 'the clock is 7200 s behind that of Stripe' }],
])('compares the clock with the time of a response: %s', async (date, expected) => {
  const { ofClock } = await check('payments', {
    config: { stripe, s3: undefined },
    fetch: respond(200, date),
  });
  expect(ofClock).toMatchObject(expected);
});

test('names what is wrong with the bucket', async () => {
  let [status, body] = [404, '<Error><Code>NoSuchBucket</Code></Error>'];
  await using server = await startHttpServer((_request, response) => response.writeHead(status).end(body));
  const s3 = {
    endpoint: server.origin,
    bucket: 'pictures',
    region: undefined,
    accessKeyId: 'id',
    secretAccessKey: 'hunter2',
  };
  const call = async (endpoint = server.origin) =>
    (await check('pictures', { config: { stripe: undefined, s3: { ...s3, endpoint } } })).finding;
  expect(await call()).toMatchObject({ text: expect.stringContaining('there is no bucket pictures') });
  [status, body] = [200, '<ListBucketResult></ListBucketResult>'];
  expect(await call()).toEqual({ isOk: true, text: 'the bucket pictures responds' });
  const port = await freePort();
  expect(await call(`http://127.0.0.1:${port}`)).toMatchObject({
    text: `connection refused by 127.0.0.1:${port}`,
  });
});
