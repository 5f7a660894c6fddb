import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { prioritizeReads } from './request-queue.ts';

/** An app that tells in which order requests begin, `atOnce` in a turn. */
function openApp(atOnce: number) {
  const begun: string[] = [];
  const app = new Hono();
  app.use(prioritizeReads(atOnce));
  app.all('/:name', (c) => {
    begun.push(c.req.param('name'));
    return c.body(null, 204);
  });
  const send = (method: string, name: string) => app.request(`/${name}`, { method });
  return { begun, send };
}

test('a read that comes after many writes begins before them, one write excepted', async () => {
  const { begun, send } = openApp(2);
  const writes = Array.from({ length: 6 }, (_, n) => send('POST', `w${n}`));
  await Promise.all([...writes, send('GET', 'r0'), send('GET', 'r1')]);
  expect(begun).toEqual(['w0', 'w1', 'w2', 'r0', 'w3', 'r1', 'w4', 'w5']);
});

test('however many read, a write begins in each turn', async () => {
  const { begun, send } = openApp(2);
  const reads = Array.from({ length: 8 }, (_, n) => send('GET', `r${n}`));
  await Promise.all([...reads, send('POST', 'w0'), send('PUT', 'w1')]);
  expect(begun.indexOf('w0')).toBe(2);
  expect(begun.indexOf('w1')).toBe(4);
});

test('what else the event loop has to do comes in between', async () => {
  const { begun, send } = openApp(1);
  const all = Promise.all(Array.from({ length: 5 }, (_, n) => send('POST', `w${n}`)));
  await new Promise(setImmediate);
  expect(begun.length).toBeLessThan(5);
  await all;
  expect(begun).toHaveLength(5);
});

test('one that fails holds up nobody', async () => {
  const app = new Hono();
  app.use(prioritizeReads(1));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.get('/fine', (c) => c.body(null, 204));
  app.onError((_error, c) => c.body(null, 500));
  const answers = await Promise.all(
    ['/broken', '/fine', '/broken', '/fine'].map((path) => app.request(path)),
  );
  expect(answers.map(({ status }) => status)).toEqual([500, 204, 500, 204]);
});
