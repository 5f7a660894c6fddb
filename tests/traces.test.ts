import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import type { Log } from '#platform/observability/log.ts';
import { openBadServer } from '#platform/testing/bad-server.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { kindOf, openCollector } from './collector.ts';
import {
  addAppointment,
  createPaymentIntent,
  createPostgresApp,
  createTestApp,
  payByCard,
  requestAppointment,
  type TestApp,
} from './test-app.ts';

afterEach(() => vi.unstubAllEnvs());

/** Creates an app that sends traces. OpenTelemetry's packages read the environment themselves. */
async function createTracedApp(url: string, more: Record<string, string> = {}, log?: Log) {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return createTestApp(environment, log);
}

test.each(['SQLite', 'PostgreSQL'])(
  'traces a booking on %s from the request to the database statements',
  async (engine) => {
    await using open = new AsyncDisposableStack();
    const collector = open.use(await openCollector());
    const database = engine === 'PostgreSQL' && (await createPostgresDatabase(inject('postgresUrl')));
    if (database) open.defer(database.drop);
    const traceId = 'abcdef0123456789abcdef0123456789';
    const secrets: string[] = [];
    {
      await using app = await createTracedApp(collector.url, {
        OTEL_SERVICE_NAME: 'donors',
        ...(database && { DATABASE_URL: database.url }),
      });
      const member = await app.register('rahim.uddin@example.org', 'correct horse');
      secrets.push(member.token, member.idToken, app.publicConfig.identity.apiKey);
      const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'X-Request-Id': 'complaint-7' };
      expect((await requestAppointment(app, member, {}, { headers })).status).toBe(200);
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
    expect(statements.map(({ name }) => name)).toContain('INSERT appointments');
    for (const { parentSpanId } of statements) expect(parentSpanId).toBe(request?.spanId);
    for (const { startTimeUnixNano, endTimeUnixNano } of ofBooking)
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
    expect(collector.resources[0]).toMatchObject({ 'service.name': { stringValue: 'donors' } });

    // The trace of a sign-up includes the hashing of the password.
    const signUp = collector.spans.find(({ name }) => name.includes('accounts:signUp'));
    const hash = collector.spans.find(({ name }) => name === 'hash password');
    expect([hash?.traceId, hash?.parentSpanId]).toEqual([signUp?.traceId, signUp?.spanId]);
    // The token exchange looks up the account at the identity provider.
    expect(collector.spans.map(({ name }) => name)).toContain('identity verify');

    const exported = collector.bodies.join('\n');
    expect(exported).not.toMatch(/rahim|uddin|example\.org|01712345678|Dhaka|correct horse|Kind people/i);
    for (const secret of secrets) expect(exported).not.toContain(secret);
  },
);

test('omits whole traces with OTEL_TRACES_SAMPLER_ARG, except those that a caller has begun', async () => {
  await using collector = await openCollector();
  {
    await using app = await createTracedApp(collector.url, { OTEL_TRACES_SAMPLER_ARG: '0' });
    await app.register();
    const headers = { traceparent: '00-abcdef0123456789abcdef0123456789-00f067aa0ba902b7-01' };
    await app.send('GET', '/api/config', { headers });
  }
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /api/config']);
});

test('fails no request without a collector, and delays the shutdown by seconds only', async () => {
  const lines: string[] = [];
  const log = testLog({ level: 'warn', onLine: (line) => void lines.push(line) });
  const unreachable = `http://127.0.0.1:${await freePort()}`;
  const app = await createTracedApp(unreachable, { OTEL_EXPORTER_OTLP_TIMEOUT: '200' }, log);
  const member = await app.register();
  expect((await requestAppointment(app, member)).status).toBe(200);
  const startedAt = performance.now();
  await app[Symbol.asyncDispose]();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'traces cannot be exported: check OTEL_EXPORTER_OTLP_ENDPOINT', err: { code: 'ECONNREFUSED' } },
  ]);
  expect(lines[0]).not.toContain('requestId');
  const metrics = await (await app.metrics.request('/metrics')).text();
  expect(metrics).toMatch(/^traces_dropped_total [1-9]/m);
});

test.each(['is silent', 'drips its body', 'never ends its body', 'answers a page'] as const)(
  'fails no request and delays no shutdown with a collector that %s',
  async (fault) => {
    await using collector = await openBadServer(fault);
    const app = await createTracedApp(collector.origin, { OTEL_EXPORTER_OTLP_TIMEOUT: '200' });
    const member = await app.register();
    expect((await requestAppointment(app, member)).status).toBe(200);
    const startedAt = performance.now();
    await app[Symbol.asyncDispose]();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  },
);

describe('metrics', () => {
  /** Reads all metrics as Prometheus does. `metric` returns one by its name and labels. */
  async function read(app: TestApp) {
    const text = await (await app.metrics.request('/metrics')).text();
    const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
    const values = new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
    return { text, metric: (name: string) => values.get(name) };
  }

  test('counts requests by route, never by the path that a client sent', async () => {
    await using app = await createTestApp();
    const member = await app.register('shirin@example.org');
    const id = await addAppointment(app, member);
    await app.send('GET', `/api/appointments/${id}`, { token: member.token });
    for (let n = 0; n < 50; n += 1) await app.send('GET', `/api/nothing-${n}/shirin@example.org?n=${n}`);
    const { text, metric } = await read(app);
    const count = (labels: string) => metric(`http_request_duration_seconds_count{service="api",${labels}}`);
    expect(count('method="GET",status="200",route="/api/appointments/:id"')).toBe(1);
    expect(count('method="POST",status="200",route="/api/appointments"')).toBe(1);
    expect(count('method="GET",status="404",route="/api/*"')).toBe(50);
    expect(text).not.toMatch(new RegExp(`shirin|nothing-|${id}`));
  });

  test('reports waiting outbox messages with their age, and each attempt', async () => {
    await using app = await createTestApp();
    const member = await app.register();
    const json = { requestType: 'PASSWORD_RESET', email: member.email };
    await app.callIdentity('sendOobCode', json);
    app.time.offsetMs = 90_000;
    const before = await read(app);
    const waiting = before.metric('outbox_messages{kind="email"}') ?? 0;
    expect(waiting).toBeGreaterThanOrEqual(1);
    expect(before.metric('outbox_oldest_message_age_seconds{kind="email"}')).toBeGreaterThanOrEqual(89);
    await app.runJob('deliver-messages');
    const after = await read(app);
    expect(after.metric('outbox_messages{kind="email"}')).toBeUndefined();
    expect(after.metric('outbox_deliveries_total{kind="email",outcome="delivered"}')).toBe(waiting);
  });

  test('counts a payment once, whatever reports it and however often', async () => {
    await using app = await createTestApp();
    const member = await app.register();
    const id = await addAppointment(app, member);
    const clientSecret = await createPaymentIntent(app, member, id);
    await payByCard(app, clientSecret, '4000000000000002');
    await payByCard(app, clientSecret);
    const [transactionId] = clientSecret.split('_secret_');
    const report = { json: { appointmentId: id, transactionId }, token: member.token };
    for (let n = 0; n < 3; n += 1) await app.send('PUT', `/api/appointments/${id}`, report);
    for (let n = 0; n < 3; n += 1) {
      await app.runJob('deliver-messages');
      await app.runJob('reconcile-payments');
    }
    const { metric } = await read(app);
    expect(
      ['opened', 'declined', 'paid'].map((outcome) => metric(`payments_total{outcome="${outcome}"}`)),
    ).toEqual([1, 1, 1]);
  });

  test("counts rejected requests by the limit's name", async () => {
    await using app = await createTestApp({ RATE_LIMIT_SCALE: '0.001' });
    for (let n = 0; n < 9; n += 1) await app.send('GET', '/api/config');
    expect((await read(app)).metric('limits_rejected_total{limit="requests"}')).toBe(4);
  });

  test('reports busy and waiting hash workers', async () => {
    await using app = await createTestApp();
    const registering = Array.from({ length: 9 }, () => app.register());
    await expect
      .poll(async () => {
        const { metric } = await read(app);
        return [metric('hash_workers_busy'), (metric('hash_workers_waiting') ?? 0) > 0];
      })
      .toEqual([3, true]);
    await Promise.all(registering);
    const { metric } = await read(app);
    expect([metric('hash_workers_busy'), metric('hash_workers_waiting')]).toEqual([0, 0]);
  });

  test('reports all other metrics, and the failure, while the database is unavailable', async () => {
    await using app = await createPostgresApp();
    await app.connection.cut();
    const { metric } = await read(app);
    expect(metric('hash_workers_busy')).toBe(0);
    expect((await read(app)).metric('metrics_failed_total{metric="outbox_messages"}')).toBeGreaterThan(0);
  });

  test('provides every metric on the dashboard and in the alerts', async () => {
    await using open = new AsyncDisposableStack();
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost:3000',
      ALLOW_INSECURE_CONNECTIONS: 'on',
      BACKUP_DIR: temporaryFolder(),
    };
    const apps = [
      open.use(await createTestApp()),
      open.use(await createPostgresApp()),
      open.use(await createTestApp(production)),
    ];
    const provided = new Set<string>();
    for (const app of apps) {
      if (!app.config.production) await requestAppointment(app, await app.register());
      for (const [, name = '', type] of (await read(app)).text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
        for (const end of type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
          provided.add(`${name}${end}`);
    }
    const file = readFileSync(new URL('../deploy/grafana-dashboard.json', import.meta.url), 'utf8');
    const queries = [...file.matchAll(/"expr": "(.*)"/g)].map(
      ([, expr = '']) => JSON.parse(`"${expr}"`) as string,
    );
    expect(queries.length).toBeGreaterThan(30);
    const queried = new Set(queries.flatMap(namesIn));
    expect([...queried].filter((name) => !provided.has(name))).toEqual([]);
    const alerts = readFileSync(new URL('../deploy/alerts.yml', import.meta.url), 'utf8');
    const expressions = [...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr);
    expect(expressions.length).toBeGreaterThan(10);
    // Prometheus itself provides `up`.
    const alerting = new Set(expressions.flatMap(namesIn)).difference(new Set(['up']));
    expect([...alerting].filter((name) => !provided.has(name))).toEqual([]);
    // The guide names only metrics that the app provides.
    const guide = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');
    const documented = [
      ...guide.matchAll(
        /\b(http|outbox|database|hash|image|payments|limits|traces|metrics|check|backup|disk|certificate|security)(_[a-z]+)+/g,
      ),
    ];
    expect(documented.length).toBeGreaterThan(20);
    expect(
      documented
        .map(([name]) => name)
        .filter((name) => !provided.has(name) && !provided.has(`${name}_count`)),
    ).toEqual([]);
    // The dashboard uses every metric of ours.
    const ours = [...provided].filter((name) =>
      /^(http|outbox|database|hash|image|payments|limits|traces|check|backup|disk|certificate|security|build)_/.test(
        name,
      ),
    );
    const used = new Set([...queried].map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    expect(ours.filter((name) => !used.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
  });

  /** Returns the metric names in a query, without functions, labels and keywords. */
  function namesIn(query: string): string[] {
    const bare = query
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '')
      .replaceAll(/\b(by|without|on|ignoring) ?\([^)]*\)/g, '');
    return [...bare.matchAll(/\b[a-z_]\w*\b(?! *\()/gi)]
      .map(([name]) => name)
      .filter((name) => !['or', 'and', 'unless', 'bool', 'offset'].includes(name));
  }
});
