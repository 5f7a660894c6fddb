import { afterEach, expect, inject, test, vi } from 'vitest';
import type { Log } from '#platform/logs.ts';
import { openBadServer } from '#platform/testing/bad-server.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/kept-logs.ts';
import { freePort } from '#platform/testing/ports.ts';
import { kindOf, openCollector } from './collector.ts';
import { openTestHouse, requestAppointment } from './house.ts';

const sending = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '50',
});

afterEach(() => vi.unstubAllEnvs());

/** A house that sends its traces; the packages of OpenTelemetry read the environment themselves. */
async function openTraced(url: string, more: Record<string, string> = {}, log?: Log) {
  const environment: Record<string, string> = { ...sending(url), ...more };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return openTestHouse(environment, log);
}

test.each([
  ['SQLite', 'TRANSACTION'],
  ['PostgreSQL', 'WITH'],
])(
  'a booking on %s is one trace, from the request to the statements of the database',
  async (engine, booking) => {
    await using open = new AsyncDisposableStack();
    const collector = open.use(await openCollector());
    const database = engine === 'PostgreSQL' && (await createPostgresDatabase(inject('postgresUrl')));
    if (database) open.defer(database.drop);
    const traceId = 'abcdef0123456789abcdef0123456789';
    const secrets: string[] = [];
    {
      await using house = await openTraced(collector.url, {
        OTEL_SERVICE_NAME: 'donors',
        ...(database && { DATABASE_URL: database.url }),
      });
      const member = await house.register('rahim.uddin@example.org', 'correct horse');
      secrets.push(member.token, member.idToken, house.publicConfig.identity.apiKey);
      const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'X-Request-Id': 'complaint-7' };
      expect((await requestAppointment(house, member, {}, { headers })).status).toBe(200);
    }
    const ofBooking = collector.spans.filter((span) => span.traceId === traceId);
    const request = ofBooking.find(({ kind }) => kind === kindOf.server);
    expect(request).toMatchObject({ name: 'POST /api/appointments', parentSpanId: '00f067aa0ba902b7' });
    expect(Object.fromEntries(request?.attributes.map(({ key, value }) => [key, value]) ?? [])).toMatchObject(
      {
        'http.request.method': { stringValue: 'POST' },
        'http.route': { stringValue: '/api/appointments' },
        'http.response.status_code': { intValue: 200 },
        'request.id': { stringValue: 'complaint-7' },
      },
    );
    const statements = ofBooking.filter(({ attributes }) =>
      attributes.some(({ key }) => key === 'db.system.name'),
    );
    expect(statements.map(({ name }) => name)).toContain(booking);
    for (const { parentSpanId } of statements) expect(parentSpanId).toBe(request?.spanId);
    for (const { startTimeUnixNano, endTimeUnixNano } of ofBooking)
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
    expect(collector.resources[0]).toMatchObject({ 'service.name': { stringValue: 'donors' } });

    // Whoever signs up has a password hashed, in the trace of that request.
    const signUp = collector.spans.find(({ name }) => name.includes('accounts:signUp'));
    const hash = collector.spans.find(({ name }) => name === 'hash password');
    expect([hash?.traceId, hash?.parentSpanId]).toEqual([signUp?.traceId, signUp?.spanId]);
    // Who exchanges the ID token is looked up at the identity provider.
    expect(collector.spans.map(({ name }) => name)).toContain('identity verify');

    const told = collector.bodies.join('\n');
    expect(told).not.toMatch(/rahim|uddin|example\.org|01712345678|Dhaka|correct horse|Kind people/i);
    for (const secret of secrets) expect(told).not.toContain(secret);
  },
);

test.each([
  ['OTEL_SDK_DISABLED', 'true'],
  ['OTEL_TRACES_EXPORTER', 'none'],
  ['OTEL_TRACES_SAMPLER', 'always_off'],
])('%s=%s: nothing is sent', async (name, value) => {
  await using collector = await openCollector();
  {
    await using house = await openTraced(collector.url, { [name]: value });
    await house.register();
  }
  expect(collector.bodies).toEqual([]);
});

test('a sampler of the variables leaves out whole traces', async () => {
  await using collector = await openCollector();
  {
    await using house = await openTraced(collector.url, {
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    await house.register();
    const headers = { traceparent: '00-abcdef0123456789abcdef0123456789-00f067aa0ba902b7-01' };
    await house.send('GET', '/api/config', { headers });
  }
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /api/config']);
});

test('a collector that is away fails no request, and the end waits for it for seconds only', async () => {
  const lines: string[] = [];
  const log = testLog({ level: 'warn', read: (line) => void lines.push(line) });
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const house = await openTraced(nobody, { OTEL_EXPORTER_OTLP_TIMEOUT: '200' }, log);
  const member = await house.register();
  expect((await requestAppointment(house, member)).status).toBe(200);
  const began = performance.now();
  await house[Symbol.asyncDispose]();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'traces cannot be sent: OTEL_EXPORTER_OTLP_ENDPOINT', err: { code: 'ECONNREFUSED' } },
  ]);
  expect(lines[0]).not.toContain('requestId');
  const metrics = await (await house.metrics.request('/metrics')).text();
  expect(metrics).toMatch(/^traces_unsent_total [1-9]/m);
});

test.each(['is silent', 'drips its body', 'never ends its body', 'answers a page'] as const)(
  'a collector that %s fails no request, and holds up no end',
  async (fault) => {
    await using collector = await openBadServer(fault);
    const house = await openTraced(collector.origin, { OTEL_EXPORTER_OTLP_TIMEOUT: '200' });
    const member = await house.register();
    expect((await requestAppointment(house, member)).status).toBe(200);
    const began = performance.now();
    await house[Symbol.asyncDispose]();
    expect(performance.now() - began).toBeLessThan(10_000);
  },
);
