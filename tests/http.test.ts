import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#server/endpoints.ts';
import { openTestHouse, type TestHouse } from './house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

test('[API-02] reviews have their fields, with masked addresses', async () => {
  expect(await house.fillSamples()).toBe(true);
  expect(await house.fillSamples()).toBe(false);
  const reviews = (await (await house.send('GET', '/api/reviews')).json()) as Record<string, string>[];
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
  const photos = (await (await house.send('GET', '/api/photo')).json()) as Record<string, string>[];
  expect(photos.length).toBeGreaterThanOrEqual(14);
  for (const { img = '' } of photos) {
    const answer = await house.send('GET', `${img.replace(house.config.publicUrl, '')}?w=162`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
  }
});

test('the configuration names the stand-ins and holds no secret', async () => {
  const answer = await house.send('GET', '/api/config');
  const config = await answer.json();
  expect(config).toMatchObject({
    identity: { provider: 'embedded', apiKey: expect.stringMatching(/^[^:]+$/), authDomain: 'localhost' },
    images: { uploadUrl: 'http://localhost:3000/images/1/upload', key: expect.any(String) },
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
  const answer = await house.send(method, path);
  expect([answer.status, await answer.json()]).toMatchObject([
    status,
    { error: { code: expect.any(String) } },
  ]);
  expect(answer.headers.has('allow')).toBe(status === 405);
  expect(answer.headers.get('x-request-id')).toMatch(/\w{8}/);
});

test('every answer carries the headers that close what a page never needs', async () => {
  const { headers } = await house.send('GET', '/api/reviews');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  expect(headers.has('access-control-allow-origin')).toBe(false);
});

test('what is no page may load nothing and stand in no frame, wherever it comes from', async () => {
  for (const path of [
    '/api/reviews',
    '/api/nothing',
    '/identity/v1/nothing',
    '/cards/v1/nothing',
    '/healthz',
  ]) {
    const policy = (await house.send('GET', path)).headers.get('content-security-policy') ?? '';
    for (const directive of ['default-src', 'object-src', 'base-uri', 'frame-ancestors']) {
      expect(policy.split('; '), path).toContain(`${directive} 'none'`);
    }
  }
});

test('no cache keeps what the API answers to one person, refusals included', async () => {
  for (const path of ['/api/user/export', '/api/appointments', '/api/nothing', '/images/nothing']) {
    expect((await house.send('GET', path)).headers.get('cache-control'), path).toBe('no-store');
  }
});

test('what is the same for everybody is asked for each time, and comes only when it has changed', async () => {
  for (const path of ['/api/reviews', '/api/config', '/api/photo']) {
    const { headers } = await house.send('GET', path);
    expect(headers.get('cache-control'), path).toBe('public, no-cache');
    const again = await house.send('GET', path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('a 401 says which credentials it waits for', async () => {
  const { status, headers } = await house.send('GET', '/api/user/export');
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test.each([
  ['nested as deep as 64 KB allow', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['nested within a field', `{"img":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`],
  ['half a surrogate pair', '{"img":"http://\\ud800"}'],
  ['the character 0', '{"img":"http://\\u0000"}'],
])('JSON that is hostile (%s) is 422', async (_, body) => {
  const { token } = await house.register();
  const headers = { 'Content-Type': 'application/json' };
  const answer = await house.send('POST', '/api/photo', { body, headers, token });
  expect([answer.status, await answer.json()]).toMatchObject([422, { error: { code: 'invalid-fields' } }]);
});

test('every call of the contract stands in the OpenAPI document', async () => {
  const document = (await (await house.send('GET', '/api/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { responses: object }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  for (const { method, path } of endpoints) {
    const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.responses, `${method} ${path}`).toBeDefined();
  }
});

test('too many requests are 429 with Retry-After', async () => {
  await using strict = await openTestHouse({ RATE_LIMIT_SCALE: '0.001' });
  const answers = [];
  for (let n = 0; n < 10; n++) answers.push(await strict.send('GET', '/api/reviews'));
  const refused = answers.at(-1);
  expect(refused?.status).toBe(429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ error: { code: 'too-many-requests' } });
});

test('signing in counts as a write of that member', async () => {
  await using strict = await openTestHouse({ RATE_LIMIT_SCALE: '0.01' });
  const { email, idToken } = await strict.register();
  const enter = async () =>
    (await strict.send('PUT', '/api/user', { json: { email }, token: idToken })).status;
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push(await enter());
  expect(statuses).toEqual([200, 200, 429]);
});

test('however narrow the limits, an empty site gets all its samples', async () => {
  await using strict = await openTestHouse({ RATE_LIMIT_SCALE: '0.01' });
  expect(await strict.fillSamples()).toBe(true);
  const photos = (await (await strict.send('GET', '/api/photo')).json()) as unknown[];
  expect(photos.length).toBeGreaterThanOrEqual(14);
});

test('health', async () => {
  expect((await house.send('GET', '/healthz')).status).toBe(200);
  expect((await house.send('GET', '/readyz')).status).toBe(200);
});
