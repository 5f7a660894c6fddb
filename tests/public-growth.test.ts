import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '#platform/http/listen.ts';
import { superlinearGrowth } from '#platform/testing/growth.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { enabledEndpoints } from '#server/endpoints.ts';
import { createBuiltPages } from './growth/built-pages.ts';
import { fillPublicData, largeCenters, widestRange } from './growth/public-data.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const site = createBuiltPages();
const SMALL_SHARE = 1 / 8;
let large: TestApp;
let small: TestApp;
beforeAll(async () => {
  const createFilled = async (share: number) => {
    const app = await createTestApp({ RATE_LIMIT_SCALE: '1000000' }, testLog(), site);
    fillPublicData(app, share);
    return app;
  };
  large = await createFilled(1);
  small = await createFilled(SMALL_SHARE);
});
afterAll(async () => {
  await large[Symbol.asyncDispose]();
  await small[Symbol.asyncDispose]();
  site[Symbol.dispose]();
});

const pathsOfCenters = (pathOf: (center: string) => string) => largeCenters.map(pathOf);
const range = () => new URLSearchParams(widestRange(large.clock(), 1)).toString();

/** The most expensive addresses of each public endpoint. */
const reads: Record<string, () => string[]> = {
  '/api/config': () => ['/api/config'],
  '/api/openapi.json': () => ['/api/openapi.json'],
  '/api/site': () => ['/api/site', '/api/site?language=bn'],
  '/api/reviews': () => ['/api/reviews'],
  '/api/photo': () => ['/api/photo', '/api/photo?limit=200'],
  '/api/centers': () => ['/api/centers'],
  '/api/centers/next-days': () => ['/api/centers/next-days'],
  '/api/centers/:id/days': () => pathsOfCenters((id) => `/api/centers/${id}/days?${range()}`),
  '/api/centers/:id/calendar.ics': () => pathsOfCenters((id) => `/api/centers/${id}/calendar.ics`),
  '/api/reminder-link/unsubscribe': () => ['/api/reminder-link/unsubscribe?token=a'],
  '/api/requests': () => ['/api/requests', '/api/requests?bloodGroup=A%2B&district=Dhaka'],
  '/api/requests/:id': () => ['/api/requests/request-0'],
  '/api/districts': () => ['/api/districts', '/api/districts?language=bn'],
  '/api/needs': () => ['/api/needs'],
  '/centers/$bulk-publish': () => ['/centers/$bulk-publish'],
  '/centers/%24bulk-publish': () => ['/centers/%24bulk-publish'],
  '/centers/locations.ndjson': () => ['/centers/locations.ndjson'],
  '/centers/schedules.ndjson': () => ['/centers/schedules.ndjson'],
  '/centers/:file{slots-[\\w-]+\\.ndjson}': () => pathsOfCenters((id) => `/centers/slots-${id}.ndjson`),
  '/centers/:id': () => pathsOfCenters((id) => `/centers/${id}`),
  '/bn/centers/:id': () => pathsOfCenters((id) => `/bn/centers/${id}`),
};

test('names the largest reads of every public endpoint', () => {
  const ofContract = enabledEndpoints(large.publicConfig.features)
    .filter(({ access, method }) => access === 'public' && method === 'GET')
    .map(({ path }) => `/api${path}`);
  const ofFiles = large.router.routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/centers/'))
    .map(({ path }) => path);
  expect(Object.keys(reads)).toEqual(expect.arrayContaining([...ofContract, ...ofFiles]));
});

test.each(Object.keys(reads))('takes no more than linear time for the data of %s', async (name) => {
  for (const path of reads[name]?.() ?? []) {
    const growth = await superlinearGrowth(async (share) => {
      const response = await (share < 1000 ? small : large).send('GET', path);
      await response.arrayBuffer();
    }, 1000);
    expect([path, growth]).toEqual([path, undefined]);
  }
});

test.each([
  ['days', (): string => `/api/centers/arrival-times/days?${range()}`, 6],
  ['slots', (): string => '/centers/slots-arrival-times.ndjson', 25],
] as const)('other requests get a turn while the %s of a center are computed', async (_, pathOf, least) => {
  let turnCount = 0;
  let isDone = false;
  const countTurn = () => {
    turnCount += 1;
    if (!isDone) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  await large.send('GET', pathOf());
  isDone = true;
  expect(turnCount).toBeGreaterThanOrEqual(least);
});

test('computes a response once for all that wait for it, in each encoding', async () => {
  await using app = await createTestApp({ RATE_LIMIT_SCALE: '0.025' }, testLog(), site);
  fillPublicData(app, SMALL_SHARE);
  const listening = await listen({ host: '127.0.0.1', port: 0 });
  listening.serve(app.router, app.fastPath);
  try {
    for (const path of ['/centers/slots-arrival-times.ndjson', '/api/centers/closings/calendar.ics']) {
      const all = Array.from({ length: 20 }, async () => {
        const response = await fetch(`${listening.address}${path}`);
        return { status: response.status, length: (await response.text()).length };
      });
      const responses = await Promise.all(all);
      // If the requests did not share a response, most of them would exceed the limit of three.
      expect(new Set(responses.map(({ status, length }) => `${status} ${length > 1000}`))).toEqual(
        new Set(['200 true']),
      );
    }
  } finally {
    await listening.close();
  }
});
