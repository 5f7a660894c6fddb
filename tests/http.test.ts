import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isVisible as isVisibleInContract } from '#contract/single-line.ts';
import { type Listening, listen } from '#platform/http/listen.ts';
import { runWithContext } from '#platform/observability/request-context.ts';
import { freePort } from '#platform/testing/ports.ts';
import { isVisible as isVisibleInPlatform } from '#platform/text.ts';
import { endpoints } from '#server/endpoints.ts';
import { version } from '../app/version.ts';
import { createBuiltPages } from './growth/built-pages.ts';
import { runToEnd } from './process.ts';
import { addAppointment, createTestApp, type TestApp, uploadPicture } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('[API-02] returns reviews with their fields and masked email addresses', async () => {
  expect(await app.fillSamples()).toBe(true);
  expect(await app.fillSamples()).toBe(false);
  const reviews = (await (await app.send('GET', '/api/reviews')).json()) as Record<string, string>[];
  expect(reviews.length).toBeGreaterThanOrEqual(6);
  for (const review of reviews) {
    expect(Object.keys(review).sort()).toEqual([
      '_id',
      'email',
      'image',
      'memberType',
      'name',
      'viewContext',
    ]);
    expect(review.email).toMatch(/^.\*\*\*@\*\*\*$/);
  }
  const photos = (await (await app.send('GET', '/api/photo')).json()) as Record<string, string>[];
  expect(photos.length).toBeGreaterThanOrEqual(14);
  for (const { img = '' } of photos) {
    const response = await app.send('GET', `${img.replace(app.config.publicUrl, '')}?w=162`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
  }
});

test('returns the built-in providers in the configuration, without secrets', async () => {
  const response = await app.send('GET', '/api/config');
  const config = await response.json();
  expect(config).toMatchObject({
    version,
    identity: { provider: 'embedded', apiKey: expect.stringMatching(/^[^:]+$/), authDomain: 'localhost' },
    images: { uploadUrl: 'http://localhost:3000/images/1/upload', key: expect.any(String) },
    contentImages: { uploadUrl: 'http://localhost:3000/images/1/upload', key: expect.any(String) },
    cards: { provider: 'sandbox', publishableKey: expect.stringMatching(/^pk_test_/) },
  });
  expect(JSON.stringify(config)).not.toMatch(/sk_(test|live)_|whsec_/);
});

test.each([
  ['GET', '/api/nothing', 404],
  ['GET', '/api', 404],
  ['POST', '/api/reviews', 405],
  ['PUT', '/api/photo', 405],
  ['DELETE', '/api/config', 405],
])('%s %s is %i as JSON', async (method, path, status) => {
  const response = await app.send(method, path);
  expect([response.status, await response.json()]).toMatchObject([
    status,
    { error: { code: expect.any(String) } },
  ]);
  expect(response.headers.has('allow')).toBe(status === 405);
  expect(response.headers.get('x-request-id')).toMatch(/\w{8}/);
});

test('sends security headers with every response', async () => {
  const { headers } = await app.send('GET', '/api/reviews');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  expect(headers.has('access-control-allow-origin')).toBe(false);
});

test('forbids loading and framing for all responses that are not pages', async () => {
  for (const path of [
    '/api/reviews',
    '/api/nothing',
    '/identity/v1/nothing',
    '/cards/v1/nothing',
    '/healthz',
  ]) {
    const policy = (await app.send('GET', path)).headers.get('content-security-policy') ?? '';
    for (const directive of ['default-src', 'object-src', 'base-uri', 'frame-ancestors']) {
      expect(policy.split('; '), path).toContain(`${directive} 'none'`);
    }
  }
});

test('forbids caching of personal responses and errors', async () => {
  for (const path of ['/api/user/export', '/api/appointments', '/api/nothing', '/images/nothing']) {
    expect((await app.send('GET', path)).headers.get('cache-control'), path).toBe('no-store');
  }
});

test('revalidates public responses and returns 304 when nothing has changed', async () => {
  for (const path of ['/api/reviews', '/api/config', '/api/photo']) {
    const { headers } = await app.send('GET', path);
    expect(headers.get('cache-control'), path).toBe('public, no-cache');
    const again = await app.send('GET', path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('sends WWW-Authenticate with a 401', async () => {
  const { status, headers } = await app.send('GET', '/api/user/export');
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test.each([
  ['nested as deep as 64 KB allow', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['nested within a field', `{"img":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`],
  ['half a surrogate pair', '{"img":"http://\\ud800"}'],
  ['the character 0', '{"img":"http://\\u0000"}'],
])('rejects hostile JSON (%s) with 422', async (_, body) => {
  const { token } = await app.register();
  const headers = { 'Content-Type': 'application/json' };
  const response = await app.send('POST', '/api/photo', { body, headers, token });
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { error: { code: 'invalid-fields' } },
  ]);
});

test('describes every operation in the OpenAPI document', async () => {
  const document = (await (await app.send('GET', '/api/openapi.json')).json()) as {
    openapi: string;
    info: { version: string };
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
    components: { schemas: { Error: object } };
  };
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe(version);
  for (const { method, path } of endpoints) {
    const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.responses, `${method} ${path}`).toBeDefined();
    const severalCodes = operation?.responses['409']?.description ?? '`code`';
    expect(severalCodes, `${method} ${path}`).toContain('`code`');
  }
  expect(JSON.stringify(document.components.schemas.Error)).toContain('"address-too-long"');
});

test.each(['/photo?limit=1&limit=2', '/photo?limit=1&limit=1', '/appointments?email=a&email=b'])(
  'responds 422 with the field to a repeated parameter: %s',
  async (path) => {
    const member = await app.register();
    const [, name = ''] = /\?(\w+)/.exec(path) ?? [];
    expect(await app.callApi(member, 'GET', path)).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid-fields', fields: { [name]: 'Send this parameter only once' } } },
    });
    expect((await app.callApi(member, 'GET', '/photo?unknown=1&unknown=2')).status).toBe(200);
  },
);

test('counts a sign-in as a write of that member', async () => {
  await using strict = await createTestApp({ RATE_LIMIT_SCALE: '0.01' });
  const { email, idToken } = await strict.register();
  const exchange = async () =>
    (await strict.send('PUT', '/api/user', { json: { email }, token: idToken })).status;
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push(await exchange());
  expect(statuses).toEqual([200, 200, 429]);
});

test('applies the limit of /api to pages and redirects: 6,000 requests per minute and address', async () => {
  using site = createBuiltPages();
  // One of the six allowed requests is the test app's own request of /api/config.
  await using app = await createTestApp({ RATE_LIMIT_SCALE: '0.001' }, undefined, site);
  const paths = ['/about', '/about/', '/nothing', '/bn/dashboard', '/robots.txt'];
  const statuses = [];
  for (const path of paths) statuses.push((await app.send('GET', path)).status);
  expect(statuses).toEqual([200, 308, 404, 200, 404]);

  for (const path of [...paths, '//example.org/']) {
    const rejected = await app.send('GET', path);
    expect([path, rejected.status]).toEqual([path, 429]);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rejected.headers.get('cache-control')).toBe('no-store');
    expect(await rejected.text()).toBe('Too many attempts. Please wait a moment and try again.');
  }
  const rejected = await app.send('GET', '/api/photo?limit=3');
  expect([rejected.status, await rejected.json()]).toMatchObject([
    429,
    { error: { code: 'too-many-requests' } },
  ]);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await app.send('GET', '/healthz')).status).toBe(200);
});

test('delivers a reset email without delay during a flood of sign-in links from another address', async () => {
  await using app = await createTestApp();
  const member = await app.register('rahim@example.org');
  const requestEmail = (address: string, json: object) =>
    runWithContext({ sender: () => address }, () => app.callIdentity('sendOobCode', json));
  for (let n = 0; n < 60; n += 1) {
    const json = {
      requestType: 'EMAIL_SIGNIN',
      email: `stranger${n}@example.org`,
      continueUrl: `${app.config.publicUrl}/login`,
      canHandleCodeInApp: true,
    };
    expect((await requestEmail('203.0.113.1', json)).status).toBe(200);
  }
  const reset = await requestEmail('203.0.113.2', { requestType: 'PASSWORD_RESET', email: member.email });
  expect(reset.status).toBe(200);
  await app.runJob('deliver-messages');
  expect(app.emails().filter((text) => text.includes('To: rahim@example.org'))).toHaveLength(1);
});

test('uses the same visible characters in contract and platform', () => {
  const differing: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (isVisibleInContract(character) !== isVisibleInPlatform(character)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});

describe('cached lists', () => {
  let app: TestApp;
  let listening: Listening;
  beforeAll(async () => {
    app = await createTestApp();
    listening = await listen({ host: '127.0.0.1', port: await freePort() });
    listening.serve(app.router, app.fastPath);
  });
  afterAll(async () => {
    await listening.close();
    await app[Symbol.asyncDispose]();
  });

  const getApi = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${listening.address}/api${path}`, { headers });
  const ids = async (path = '/photo?limit=24') =>
    ((await (await getApi(path)).json()) as { _id: string }[]).map(({ _id }) => _id);
  const sendAsMember = (token: string, method: string, path: string, json?: object) =>
    fetch(`${listening.address}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    });

  test("[API-03] shows a member's added or deleted photo immediately, despite the cache", async () => {
    const member = await app.register();
    const { token } = member;
    const img = await uploadPicture(app, member);
    for (let n = 0; n < 2; n += 1) expect(await ids()).toEqual([]);
    const added = await sendAsMember(token, 'POST', '/photo', { img, title: 'Donors' });
    const { insertedId } = (await added.json()) as { insertedId: string };
    for (const path of ['/photo', '/photo?limit=24']) expect(await ids(path)).toEqual([insertedId]);
    expect((await sendAsMember(token, 'DELETE', `/photo/${insertedId}`)).status).toBe(204);
    for (const path of ['/photo', '/photo?limit=24']) expect(await ids(path)).toEqual([]);
  });

  test('serves requests with unknown query parameters from the cache, without counting them', async () => {
    await using strict = await createTestApp({ RATE_LIMIT_SCALE: '0.01' });
    const own = await listen({ host: '127.0.0.1', port: await freePort() });
    own.serve(strict.router, strict.fastPath);
    const statusOf = async (path: string) => {
      const response = await fetch(`${own.address}${path}`);
      await response.arrayBuffer();
      return response.status;
    };
    const statuses = [];
    for (let n = 0; n < 150; n += 1) statuses.push(await statusOf(`/api/photo?visit=${n}`));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await own.close();
  });

  test('ignores an invalid token on public lists, cached or not', async () => {
    for (let n = 0; n < 3; n += 1) {
      const response = await getApi('/reviews', { Authorization: 'Bearer nonsense' });
      expect(response.status).toBe(200);
      expect(response.headers.get('x-request-id')).toMatch(/\w/);
    }
  });

  test('shows a published review soon and removes a withdrawn one immediately', async () => {
    const member = await app.registerConfirmed();
    await addAppointment(app, member, { publishAs: 'first' });
    const [opinion] = (await (await sendAsMember(member.token, 'GET', '/opinions')).json()) as {
      _id: string;
    }[];
    const id = opinion?._id ?? '';
    expect(await ids('/reviews')).toEqual([]);
    await runToEnd('cli/main.ts', ['reviews', 'publish', id], { DATA_DIR: app.dataDir });
    await expect.poll(() => ids('/reviews')).toEqual([id]);
    expect((await sendAsMember(member.token, 'DELETE', `/opinions/${id}`)).status).toBe(204);
    expect(await ids('/reviews')).toEqual([]);
  });
});

test('limits reads of the days of centers by address: in the API, their files and their pages together', async () => {
  using site = createBuiltPages();
  await using strict = await createTestApp({ RATE_LIMIT_SCALE: '0.025' }, undefined, site);
  const days = '/api/centers/a/days?from=2026-12-01&to=2026-12-02';
  const paths = [days, '/centers/a', '/centers/slots-a.ndjson'];
  const statuses = [];
  for (const path of paths) statuses.push((await strict.send('GET', path)).status);
  expect(statuses).toEqual([404, 404, 404]);
  for (const path of [...paths, '/api/centers/a/calendar.ics', '/bn/centers/a']) {
    const rejected = await strict.send('GET', path);
    expect([path, rejected.status]).toEqual([path, 429]);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await strict.send('GET', '/api/centers')).status).toBe(200);
});
