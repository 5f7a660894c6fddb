import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { prioritizeReads } from './request-queue.ts';

/** Creates an app that records the order in which requests start. */
function createTestApp(maxPerTick: number) {
  const started: string[] = [];
  const app = new Hono();
  app.use(prioritizeReads(maxPerTick));
  app.all('/:name', (c) => {
    started.push(c.req.param('name'));
    return c.body(null, 204);
  });
  const send = (method: string, name: string) => app.request(`/${name}`, { method });
  return { started, send };
}

test('starts a read before the waiting writes, except one write', async () => {
  const { started, send } = createTestApp(2);
  const writes = Array.from({ length: 6 }, (_, n) => send('POST', `w${n}`));
  await Promise.all([...writes, send('GET', 'r0'), send('GET', 'r1')]);
  expect(started).toEqual(['w0', 'w1', 'w2', 'r0', 'w3', 'r1', 'w4', 'w5']);
});

test('starts a write in each tick, however many reads are waiting', async () => {
  const { started, send } = createTestApp(2);
  const reads = Array.from({ length: 8 }, (_, n) => send('GET', `r${n}`));
  await Promise.all([...reads, send('POST', 'w0'), send('PUT', 'w1')]);
  expect(started.indexOf('w0')).toBe(2);
  expect(started.indexOf('w1')).toBe(4);
});

test('lets other work of the event loop run between ticks', async () => {
  const { started, send } = createTestApp(1);
  const all = Promise.all(Array.from({ length: 5 }, (_, n) => send('POST', `w${n}`)));
  await new Promise(setImmediate);
  expect(started.length).toBeLessThan(5);
  await all;
  expect(started).toHaveLength(5);
});

test('continues after a request that fails', async () => {
  const app = new Hono();
  app.use(prioritizeReads(1));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.get('/fine', (c) => c.body(null, 204));
  app.onError((_error, c) => c.body(null, 500));
  const responses = await Promise.all(
    ['/broken', '/fine', '/broken', '/fine'].map((path) => app.request(path)),
  );
  expect(responses.map(({ status }) => status)).toEqual([500, 204, 500, 204]);
});
