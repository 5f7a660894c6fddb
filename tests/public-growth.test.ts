import { afterAll, beforeAll, expect, test } from 'vitest';
import { superlinearGrowth } from '#platform/testing/growth.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { enabledEndpoints } from '#server/endpoints.ts';
import { fillPublicData, largeCenters, widestRange } from './growth/public-data.ts';
import { createSiteFolder } from './growth/site-folder.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const site = createSiteFolder();
const SMALL_SHARE = 1 / 8;
let large: TestApp;
let small: TestApp;
beforeAll(async () => {
  const createFilled = async (share: number) => {
    const app = await createTestApp({ RATE_LIMIT_SCALE: '1000000' }, testLog(), site.folder);
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

const ofEachCenter = (pathOf: (center: string) => string) => largeCenters.map(pathOf);
const range = () => new URLSearchParams(widestRange(large.clock(), 1)).toString();

/** The addresses of each public endpoint that cost most, by its path. */
const reads: Record<string, () => string[]> = {
  '/api/config': () => ['/api/config'],
  '/api/openapi.json': () => ['/api/openapi.json'],
  '/api/reviews': () => ['/api/reviews'],
  '/api/photo': () => ['/api/photo', '/api/photo?limit=200'],
  '/api/centers': () => ['/api/centers'],
  '/api/centers/:id/days': () => ofEachCenter((id) => `/api/centers/${id}/days?${range()}`),
  '/api/centers/:id/calendar.ics': () => ofEachCenter((id) => `/api/centers/${id}/calendar.ics`),
  '/api/reminder-link/unsubscribe': () => ['/api/reminder-link/unsubscribe?token=a'],
  '/centers/$bulk-publish': () => ['/centers/$bulk-publish'],
  '/centers/%24bulk-publish': () => ['/centers/%24bulk-publish'],
  '/centers/locations.ndjson': () => ['/centers/locations.ndjson'],
  '/centers/schedules.ndjson': () => ['/centers/schedules.ndjson'],
  '/centers/:file{slots-[\\w-]+\\.ndjson}': () => ofEachCenter((id) => `/centers/slots-${id}.ndjson`),
  '/centers/:id': () => ofEachCenter((id) => `/centers/${id}`),
  '/bn/centers/:id': () => ofEachCenter((id) => `/bn/centers/${id}`),
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
