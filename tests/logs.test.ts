import { expect, inject, test } from 'vitest';
import type { LogLevel } from '#platform/logs.ts';
import { openCutLine } from '#platform/testing/cut-line.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/kept-logs.ts';
import { freePort } from '#platform/testing/ports.ts';
import { currentWork } from '#platform/work.ts';
import { addAppointment, openTestHouse, payByCard, requestAppointment } from './house.ts';

type Line = { level: number; msg: string; requestId?: string; route?: string; [name: string]: unknown };

/** A log whose lines the test reads. */
function keptLog(level: LogLevel) {
  const lines: string[] = [];
  const log = testLog({ level, read: (line) => void lines.push(line) });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Line) };
}

test('at level info each request is a line with its id, and no line tells who it was', async () => {
  const { log, lines, parsed } = keptLog('debug');
  await using house = await openTestHouse({}, log);
  const member = await house.register('nasrin.akter@example.org', 'a long password');
  const headers = { 'X-Request-Id': 'complaint-8' };
  const booked = await requestAppointment(house, member, {}, { headers });
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

  const id = await addAppointment(house, member, { date: 'December 24, 2026' });
  const json = { price: 5, appointmentId: id };
  const opened = await house.send('POST', '/api/create-payment-intent', { json, token: member.token });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  await payByCard(house, clientSecret);
  await house.send('GET', `/nasrin.akter@example.org?phone=01712345678`);
  const key = house.publicConfig.identity.apiKey;
  await house.send('POST', `/identity/v1/accounts:sendOobCode?key=${key}`, {
    json: { requestType: 'PASSWORD_RESET', email: member.email },
  });
  for (const name of ['outbox', 'reconcile payments', 'outbox']) await house.runJob(name);
  await house.send('GET', '/healthz');

  const all = lines.join('');
  expect(all).not.toMatch(/nasrin|akter|@|%40|01712345678|4242|password"|Dhaka Medical|Rahim/i);
  for (const secret of [member.token, member.idToken, key, clientSecret]) expect(all).not.toContain(secret);
  const requests = parsed().filter(({ msg }) => msg === 'request');
  expect(requests.length).toBeGreaterThan(8);
  for (const { requestId } of requests) expect(requestId).toMatch(/^[\w-]{1,255}$/);
  // What a balancer asks every few seconds is told to whoever wants all of it.
  expect(requests.find(({ route }) => route === '/healthz')).toMatchObject({ level: 20 });
});

test('a mail that cannot be delivered is found by the id of the request that asked for it', async () => {
  const { log, parsed } = keptLog('warn');
  const nobody = `smtp://127.0.0.1:${await freePort()}`;
  await using house = await openTestHouse({ SMTP_URL: nobody }, log);
  const member = await house.register();
  const asked = await house.send(
    'POST',
    `/identity/v1/accounts:sendOobCode?key=${house.publicConfig.identity.apiKey}`,
    {
      json: { requestType: 'PASSWORD_RESET', email: member.email },
      headers: { 'X-Request-Id': 'complaint-9' },
    },
  );
  expect(asked.status).toBe(200);
  await house.runJob('outbox');
  expect(parsed().filter(({ requestId }) => requestId === 'complaint-9')).toMatchObject([
    {
      msg: 'delivery failed; it will be tried again',
      kind: 'mail',
      err: { message: expect.stringContaining('mail server') },
    },
  ]);
});

test('at the default level a request that succeeds is no line, and one that fails is found by its id', async () => {
  const { log, lines, parsed } = keptLog('warn');
  await using open = new AsyncDisposableStack();
  const database = await createPostgresDatabase(inject('postgresUrl'));
  open.defer(database.drop);
  const line = open.use(await openCutLine(database.url));
  const house = open.use(await openTestHouse({ DATABASE_URL: line.url }, log));
  const member = await house.register();
  expect(lines).toEqual([]);
  await line.cut();
  const failed = await requestAppointment(house, member);
  expect(failed.status).toBe(503);
  const id = failed.headers.get('x-request-id');
  expect(parsed().map(({ requestId, msg }) => [requestId, msg])).toEqual([[id, 'request refused']]);
});

test('errors of others are told without what they were about', () => {
  const { log, lines, parsed } = keptLog('info');
  const refused = Object.assign(
    new Error('550 <nasrin@example.org> unknown, tel +8801712345678, Bearer abc.def'),
    {
      code: 'EENVELOPE',
      rejected: ['nasrin@example.org'],
      detail: 'Key (email)=(nasrin@example.org) already exists.',
      cause: new Error('token eyJhbGciOi.eyJzdWIi.c2ln of nasrin%40example.org'),
    },
  );
  log.warn({ err: refused }, 'delivery failed');
  log.warn({ err: new AggregateError([refused], 'several') }, 'job failed');
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
  expect(currentWork()).toBeUndefined();
});

test('production without a mail server is one warning, and no warning with one', async () => {
  const production = {
    NODE_ENV: 'production',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  };
  const warningsWith = async (environment: Record<string, string>) => {
    const { log, parsed } = keptLog('warn');
    await using _house = await openTestHouse(environment, log);
    return parsed().filter(({ msg }) => msg.startsWith('SMTP_URL'));
  };
  expect(await warningsWith(production)).toHaveLength(1);
  expect(await warningsWith({ ...production, SMTP_URL: 'smtps://mail.example.org' })).toEqual([]);
  expect(await warningsWith({})).toEqual([]);
});
