import { describe, expect, test } from 'vitest';
import type { LogLevel } from '#platform/observability/log.ts';
import { getContext } from '#platform/observability/request-context.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { freePort } from '#platform/testing/ports.ts';
import {
  addAppointment,
  createPaymentIntent,
  createPostgresApp,
  createTestApp,
  payByCard,
  requestAppointment,
  type TestApp,
} from './test-app.ts';

type Line = { level: number; msg: string; requestId?: string; route?: string; [name: string]: unknown };

/** A log whose lines the test can read. */
function createReadableLog(level: LogLevel) {
  const lines: string[] = [];
  const log = testLog({ level, onLine: (line) => void lines.push(line) });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Line) };
}

test('logs each request with its id at level info, without personal data', async () => {
  const { log, lines, parsed } = createReadableLog('debug');
  await using app = await createTestApp({}, log);
  const member = await app.register('nasrin.akter@example.org', 'a long password');
  const headers = { 'X-Request-Id': 'complaint-8' };
  const booked = await requestAppointment(app, member, {}, { headers });
  expect(booked.headers.get('x-request-id')).toBe('complaint-8');
  expect(parsed().filter(({ requestId }) => requestId === 'complaint-8')).toMatchObject([
    {
      level: 30,
      msg: 'request',
      method: 'POST',
      route: '/api/appointments',
      status: 200,
      ms: expect.any(Number),
    },
  ]);

  const id = await addAppointment(app, member, { date: 'December 24, 2026' });
  const clientSecret = await createPaymentIntent(app, member, id);
  await payByCard(app, clientSecret);
  await app.send('GET', `/nasrin.akter@example.org?phone=01712345678`);
  const key = app.publicConfig.identity.apiKey;
  await app.callIdentity('sendOobCode', { requestType: 'PASSWORD_RESET', email: member.email });
  for (const name of ['deliver-messages', 'reconcile-payments', 'deliver-messages']) await app.runJob(name);
  await app.send('GET', '/healthz');

  const all = lines.join('');
  expect(all).not.toMatch(/nasrin|akter|@|%40|01712345678|4242|password"|Dhaka Medical|Rahim/i);
  for (const secret of [member.token, member.idToken, key, clientSecret]) expect(all).not.toContain(secret);
  const requests = parsed().filter(({ msg }) => msg === 'request');
  expect(requests.length).toBeGreaterThan(8);
  for (const { requestId } of requests) expect(requestId).toMatch(/^[\w-]{1,255}$/);
  // Health checks of load balancers are logged at level debug only.
  expect(requests.find(({ route }) => route === '/healthz')).toMatchObject({ level: 20 });
});

test('writes the newest head of the staff log whatever the level', async () => {
  const { log, parsed } = createReadableLog('silent');
  await using app = await createTestApp({}, log);
  const owner = await app.registerConfirmed();
  app.giveRole(owner, 'owner');
  const { status } = await app.send('PUT', '/api/staff/refund-pause', { token: owner.token });
  expect(status).toBe(204);
  expect(parsed()).toEqual([]);
  await app.runJob('publish-log-head');
  expect(parsed()).toMatchObject([{ head: expect.stringMatching(/^log:1:/), msg: 'head of the staff log' }]);
});

test('logs an undeliverable email with the id of the request that caused it', async () => {
  const { log, parsed } = createReadableLog('warn');
  const unreachable = `smtp://127.0.0.1:${await freePort()}`;
  await using app = await createTestApp({ SMTP_URL: unreachable }, log);
  const member = await app.register();
  const json = { requestType: 'PASSWORD_RESET', email: member.email };
  const requested = await app.callIdentity('sendOobCode', json, { 'X-Request-Id': 'complaint-9' });
  expect(requested.status).toBe(200);
  await app.runJob('deliver-messages');
  expect(parsed().filter(({ requestId }) => requestId === 'complaint-9')).toMatchObject([
    {
      msg: 'delivery failed; it will be tried again',
      kind: 'email',
      err: { message: expect.stringContaining('mail server') },
    },
  ]);
});

test('logs failed requests with their id at the default level, and no successful ones', async () => {
  const { log, lines, parsed } = createReadableLog('warn');
  await using app = await createPostgresApp({}, log);
  const member = await app.register();
  expect(lines).toEqual([]);
  await app.connection.cut();
  const failed = await requestAppointment(app, member);
  expect(failed.status).toBe(503);
  const id = failed.headers.get('x-request-id');
  expect(parsed().map(({ requestId, msg }) => [requestId, msg])).toEqual([
    [id, 'request failed: database unavailable'],
  ]);
});

test('redacts personal data in errors of libraries', () => {
  const { log, lines, parsed } = createReadableLog('info');
  const failure = Object.assign(
    new Error('550 <nasrin@example.org> unknown, tel +8801712345678, Bearer abc.def'),
    {
      code: 'EENVELOPE',
      rejected: ['nasrin@example.org'],
      detail: 'Key (email)=(nasrin@example.org) already exists.',
      cause: new Error('token eyJhbGciOi.eyJzdWIi.c2ln of nasrin%40example.org'),
    },
  );
  log.warn({ err: failure }, 'delivery failed');
  log.warn({ err: new AggregateError([failure], 'several') }, 'job failed');
  expect(lines.join('')).not.toMatch(/nasrin|8801712345678|eyJ|abc\.def|already exists/);
  expect(parsed()[0]).toMatchObject({
    err: {
      type: 'Error',
      code: 'EENVELOPE',
      message: '550 <[address]> unknown, tel [number], [token]',
      cause: { message: 'token [token] of [address]' },
    },
  });
  expect(parsed()[1]).toMatchObject({ err: { errors: [{ code: 'EENVELOPE' }] } });
  expect(getContext()).toBeUndefined();
});

test('warns about a second server on the database whose pictures are on another disk', async () => {
  await using one = await createPostgresApp();
  const { databaseUrl = '', secretKey = '', dataDir } = one.config;
  const warningsWith = async (environment: Record<string, string>) => {
    const { log, parsed } = createReadableLog('warn');
    const shared = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey };
    await using _two = await createTestApp({ ...shared, ...environment }, log);
    return parsed().filter(({ msg }) => msg.startsWith('another server'));
  };
  expect(await warningsWith({})).toHaveLength(1);
  expect(await warningsWith({ DATA_DIR: dataDir })).toEqual([]);
  // The pictures of pages are on the disk all the same.
  const hosted = { IMAGES_UPLOAD_URL: 'https://images.example/upload', IMAGES_KEY: 'k' };
  expect(await warningsWith(hosted)).toHaveLength(1);
});

test('warns once about a missing mail server in production', async () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://blood.example',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  };
  const warningsWith = async (environment: Record<string, string>) => {
    const { log, parsed } = createReadableLog('warn');
    await using _app = await createTestApp(environment, log);
    return parsed().filter(({ msg }) => msg.startsWith('SMTP_URL'));
  };
  expect(await warningsWith(production)).toHaveLength(1);
  expect(await warningsWith({ ...production, SMTP_URL: 'smtps://mail.example.org' })).toEqual([]);
  expect(await warningsWith({})).toEqual([]);
});

describe('security events', () => {
  type Line = { level: number; event?: string; account?: string; who?: string; [name: string]: unknown };

  async function createAppWithEvents(environment: Record<string, string> = {}) {
    const lines: string[] = [];
    const app = await createTestApp(
      environment,
      testLog({ level: 'info', onLine: (line) => void lines.push(line) }),
    );
    const events = () => lines.map((line) => JSON.parse(line) as Line).filter(({ event }) => event);
    return {
      app,
      lines,
      events,
      byEvent: (event: string) => events().filter((line) => line.event === event),
    };
  }

  const signIn = (app: TestApp, email: string, password: string) =>
    app.callIdentity(
      'signInWithPassword',
      { email, password, returnSecureToken: true },
      { 'X-Request-Id': 'complaint-16' },
    );

  test('logs sign-ins and failed sign-ins with method and account, never with the email address', async () => {
    const { app, lines, byEvent } = await createAppWithEvents();
    await using _ = app;
    const { userId } = await app.register('nasrin.akter@example.org', 'a long password');
    expect(byEvent('account created')).toMatchObject([{ level: 30, account: userId }]);
    expect(byEvent('access token issued')).toMatchObject([{ level: 30, account: userId }]);

    await signIn(app, 'nasrin.akter@example.org', 'not her password');
    await signIn(app, 'Nasrin.Akter@example.org', 'a long password');
    await signIn(app, 'nobody@example.org', 'a long password');
    const [created] = byEvent('account created');
    const expected = { level: 40, way: 'password', requestId: 'complaint-16', from: expect.any(String) };
    expect(byEvent('sign-in failed')).toMatchObject([
      { ...expected, reason: 'INVALID_PASSWORD', who: created?.who },
      { ...expected, reason: 'EMAIL_NOT_FOUND' },
    ]);
    expect(byEvent('signed in')).toMatchObject([
      { level: 30, way: 'password', account: userId, who: created?.who },
    ]);
    expect(lines.join('')).not.toMatch(/nasrin|akter|@|%40|long password|in-memory/i);
  });

  test('logs a foreign or invalid token, but not a missing one', async () => {
    const { app, byEvent } = await createAppWithEvents();
    await using _ = app;
    const member = await app.register();
    await requestAppointment(app, { ...member, token: '' });
    expect(byEvent('access denied')).toEqual([]);
    await requestAppointment(app, { ...member, token: member.idToken });
    await requestAppointment(app, { ...member, token: 'broken' });
    await requestAppointment(app, { ...member, email: 'somebody.else@example.org' });
    expect(byEvent('access denied')).toMatchObject([
      { level: 40, reason: 'credentials-refused', method: 'POST', route: '/api/appointments' },
      { reason: 'not-signed-in' },
      { reason: 'not-yours' },
    ]);
  });

  test('logs an exceeded limit with its name', async () => {
    const { app, byEvent } = await createAppWithEvents({ RATE_LIMIT_SCALE: '0.001' });
    await using _ = app;
    for (let n = 0; n < 8; n += 1) await app.send('GET', '/api/config');
    expect(byEvent('rate limit exceeded')[0]).toMatchObject({
      level: 40,
      limit: 'requests',
      from: expect.any(String),
    });
  });

  test('logs account changes and deletions with the account', async () => {
    const { app, byEvent } = await createAppWithEvents();
    await using _ = app;
    const { userId, idToken, token } = await app.register();
    const changed = await app.callIdentity('update', { idToken, displayName: 'Nasrin' });
    expect(changed.status).toBe(200);
    expect(byEvent('account changed')).toMatchObject([{ way: 'update', account: userId }]);
    expect((await app.send('DELETE', '/api/user', { token })).status).toBe(204);
    expect(byEvent('account deleted')).toMatchObject([{ account: userId }]);
  });
});
