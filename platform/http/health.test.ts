import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { mountHealth } from './health.ts';

function createHealthApp() {
  const site = { now: 0, checks: 0, result: Promise.resolve() };
  const app = new Hono();
  mountHealth(
    app,
    () => {
      site.checks += 1;
      return site.result;
    },
    () => site.now,
  );
  const getReadiness = async () => (await app.request('/readyz')).status;
  return {
    site,
    getReadiness,
    getReadinessManyTimes: () => Promise.all(Array.from({ length: 100 }, getReadiness)),
  };
}

test('checks the database once a second, however many readiness requests arrive', async () => {
  const { site, getReadinessManyTimes } = createHealthApp();
  for (const [now, checks] of [
    [0, 1],
    [999, 1],
    [1000, 2],
    [1999, 2],
    [2000, 3],
  ] as const) {
    site.now = now;
    expect(new Set(await getReadinessManyTimes())).toEqual(new Set([200]));
    expect(site.checks).toBe(checks);
  }
});

test('runs no second check while one hangs, and reports a failure for a second', async () => {
  const { site, getReadiness, getReadinessManyTimes } = createHealthApp();
  const hanging = Promise.withResolvers<void>();
  site.result = hanging.promise;
  const pending = getReadinessManyTimes();
  site.now = 5000;
  const pendingLater = getReadiness();
  hanging.reject(new Error('The database is unavailable.'));
  expect(new Set([...(await pending), await pendingLater])).toEqual(new Set([503]));
  expect(site.checks).toBe(1);
  site.result = Promise.resolve();
  expect(await getReadiness()).toBe(200);
  expect(site.checks).toBe(2);
});
