import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isVisible as inContract } from '#contract/single-line.ts';
import { type Listening, listen } from '#platform/http/listen.ts';
import { runWithContext } from '#platform/observability/request-context.ts';
import { freePort } from '#platform/testing/ports.ts';
import { isVisible as inPlatform } from '#platform/text.ts';
import { endpoints } from '#server/endpoints.ts';
import { createSiteFolder } from './growth/site-folder.ts';
import { runToEnd } from './process.ts';
import { addAppointment, createTestApp, type TestApp, uploadPicture } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('[API-02] reviews have their fields, with masked addresses', async () => {
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
    const answer = await app.send('GET', `${img.replace(app.config.publicUrl, '')}?w=162`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
  }
});

test('the configuration names the stand-ins and holds no secret', async () => {
  const answer = await app.send('GET', '/api/config');
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
  const answer = await app.send(method, path);
  expect([answer.status, await answer.json()]).toMatchObject([
    status,
    { error: { code: expect.any(String) } },
  ]);
  expect(answer.headers.has('allow')).toBe(status === 405);
  expect(answer.headers.get('x-request-id')).toMatch(/\w{8}/);
});

test('every answer carries the headers that close what a page never needs', async () => {
  const { headers } = await app.send('GET', '/api/reviews');
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
    const policy = (await app.send('GET', path)).headers.get('content-security-policy') ?? '';
    for (const directive of ['default-src', 'object-src', 'base-uri', 'frame-ancestors']) {
      expect(policy.split('; '), path).toContain(`${directive} 'none'`);
    }
  }
});

test('no cache keeps what the API answers to one person, refusals included', async () => {
  for (const path of ['/api/user/export', '/api/appointments', '/api/nothing', '/images/nothing']) {
    expect((await app.send('GET', path)).headers.get('cache-control'), path).toBe('no-store');
  }
});

test('what is the same for everybody is asked for each time, and comes only when it has changed', async () => {
  for (const path of ['/api/reviews', '/api/config', '/api/photo']) {
    const { headers } = await app.send('GET', path);
    expect(headers.get('cache-control'), path).toBe('public, no-cache');
    const again = await app.send('GET', path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('a 401 says which credentials it waits for', async () => {
  const { status, headers } = await app.send('GET', '/api/user/export');
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test.each([
  ['nested as deep as 64 KB allow', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['nested within a field', `{"img":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`],
  ['half a surrogate pair', '{"img":"http://\\ud800"}'],
  ['the character 0', '{"img":"http://\\u0000"}'],
])('JSON that is hostile (%s) is 422', async (_, body) => {
  const { token } = await app.register();
  const headers = { 'Content-Type': 'application/json' };
  const answer = await app.send('POST', '/api/photo', { body, headers, token });
  expect([answer.status, await answer.json()]).toMatchObject([422, { error: { code: 'invalid-fields' } }]);
});

test('every call of the contract stands in the OpenAPI document', async () => {
  const document = (await (await app.send('GET', '/api/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { responses: object }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  for (const { method, path } of endpoints) {
    const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.responses, `${method} ${path}`).toBeDefined();
  }
});

test('signing in counts as a write of that member', async () => {
  await using strict = await createTestApp({ RATE_LIMIT_SCALE: '0.01' });
  const { email, idToken } = await strict.register();
  const enter = async () =>
    (await strict.send('PUT', '/api/user', { json: { email }, token: idToken })).status;
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push(await enter());
  expect(statuses).toEqual([200, 200, 429]);
});

test('however narrow the limits, an empty site gets all its samples', async () => {
  await using strict = await createTestApp({ RATE_LIMIT_SCALE: '0.01' });
  expect(await strict.fillSamples()).toBe(true);
  const photos = (await (await strict.send('GET', '/api/photo')).json()) as unknown[];
  expect(photos.length).toBeGreaterThanOrEqual(14);
});

test('health', async () => {
  expect((await app.send('GET', '/healthz')).status).toBe(200);
  expect((await app.send('GET', '/readyz')).status).toBe(200);
});

test('pages and redirects share the limit of /api: 6,000 a minute and address', async () => {
  using site = createSiteFolder();
  // One request of the six is the test's own look at /api/config.
  await using app = await createTestApp({ RATE_LIMIT_SCALE: '0.001' }, undefined, site.folder);
  const paths = ['/about', '/about/', '/nothing', '/bn/dashboard', '/robots.txt'];
  const statuses = [];
  for (const path of paths) statuses.push((await app.send('GET', path)).status);
  expect(statuses).toEqual([200, 308, 404, 200, 404]);

  for (const path of [...paths, '//example.org/']) {
    const refused = await app.send('GET', path);
    expect([path, refused.status]).toEqual([path, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.text()).toBe('Too many requests. Please wait a moment and try again.');
  }
  const refused = await app.send('GET', '/api/photo?limit=3');
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { error: { code: 'too-many-requests' } },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await app.send('GET', '/healthz')).status).toBe(200);
});

test('a flood of sign-in links from one address does not delay the reset email of another visitor', async () => {
  await using app = await createTestApp();
  const member = await app.register('rahim@example.org');
  const requestEmail = (address: string, json: object) =>
    runWithContext({ sender: () => address }, () => app.askIdentity('sendOobCode', json));
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
  await app.runJob('outbox');
  expect(app.mails().filter((mail) => mail.includes('To: rahim@example.org'))).toHaveLength(1);
});

test('site and identity provider agree on which characters can be seen', () => {
  const differing: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (inContract(character) !== inPlatform(character)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});

describe('lists that are answered from memory', () => {
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

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${listening.address}/api${path}`, { headers });
  const ids = async (path = '/photo?limit=24') =>
    ((await (await ask(path)).json()) as { _id: string }[]).map(({ _id }) => _id);
  const asAMember = (token: string, method: string, path: string, json?: object) =>
    fetch(`${listening.address}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    });

  test('[API-03] whoever adds or deletes a photo sees that at once, however many have just asked', async () => {
    const member = await app.register();
    const { token } = member;
    const img = await uploadPicture(app, member);
    for (let n = 0; n < 2; n += 1) expect(await ids()).toEqual([]);
    const added = await asAMember(token, 'POST', '/photo', { img, title: 'Donors' });
    const { insertedId } = (await added.json()) as { insertedId: string };
    for (const path of ['/photo', '/photo?limit=24']) expect(await ids(path)).toEqual([insertedId]);
    expect((await asAMember(token, 'DELETE', `/photo/${insertedId}`)).status).toBe(204);
    for (const path of ['/photo', '/photo?limit=24']) expect(await ids(path)).toEqual([]);
  });

  test('a query string that nobody reads does not lead past the cache, which is not counted as calls', async () => {
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

  test('photos that went with an account are gone at once', async () => {
    const member = await app.register();
    const { token } = member;
    const img = await uploadPicture(app, member);
    await asAMember(token, 'POST', '/photo', { img });
    expect(await ids()).toHaveLength(1);
    expect((await asAMember(token, 'DELETE', '/user')).status).toBeLessThan(300);
    expect(await ids()).toEqual([]);
  });

  test('a token that is good for nothing changes nothing, hot or not', async () => {
    for (let n = 0; n < 3; n += 1) {
      const answer = await ask('/reviews', { Authorization: 'Bearer nonsense' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-request-id')).toMatch(/\w/);
    }
  });

  test('an opinion that the command publishes is seen soon, one that is withdrawn is gone at once', async () => {
    const member = await app.registerConfirmed();
    await addAppointment(app, member, { publishAs: 'first' });
    const [opinion] = (await (await asAMember(member.token, 'GET', '/opinions')).json()) as { _id: string }[];
    const id = opinion?._id ?? '';
    expect(await ids('/reviews')).toEqual([]);
    await runToEnd('cli/main.ts', ['reviews', 'publish', id], { DATA_DIR: app.dataDir });
    await expect.poll(() => ids('/reviews')).toEqual([id]);
    expect((await asAMember(member.token, 'DELETE', `/opinions/${id}`)).status).toBe(204);
    expect(await ids('/reviews')).toEqual([]);
  });
});
