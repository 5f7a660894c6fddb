import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { mountHealth } from './health.ts';

function openHealth() {
  const site = { now: 0, checks: 0, outcome: Promise.resolve() };
  const app = new Hono();
  mountHealth(
    app,
    () => {
      site.checks += 1;
      return site.outcome;
    },
    () => site.now,
  );
  const ask = async () => (await app.request('/readyz')).status;
  return { site, ask, askMany: () => Promise.all(Array.from({ length: 100 }, ask)) };
}

test('however many ask whether the server is ready, the database is asked once a second', async () => {
  const { site, askMany } = openHealth();
  for (const [now, checks] of [
    [0, 1],
    [999, 1],
    [1000, 2],
    [1999, 2],
    [2000, 3],
  ] as const) {
    site.now = now;
    expect(new Set(await askMany())).toEqual(new Set([200]));
    expect(site.checks).toBe(checks);
  }
});

test('while a check hangs no other one begins, and a failure is told for a second', async () => {
  const { site, ask, askMany } = openHealth();
  const hanging = Promise.withResolvers<void>();
  site.outcome = hanging.promise;
  const asked = askMany();
  site.now = 5000;
  const askedLater = ask();
  hanging.reject(new Error('The database is away.'));
  expect(new Set([...(await asked), await askedLater])).toEqual(new Set([503]));
  expect(site.checks).toBe(1);
  site.outcome = Promise.resolve();
  expect(await ask()).toBe(200);
  expect(site.checks).toBe(2);
});
