import { expect, test } from 'vitest';
import { createFairQueue, type Sender } from './fair-queue.ts';

class FullError extends Error {}

/** Creates a queue whose tasks end on demand. `started` lists them in order of start. */
function createTestQueue({ concurrency = 3, maxWaiting = 400 } = {}) {
  const queue = createFairQueue({ concurrency, maxWaiting, createFullError: () => new FullError() });
  const started: string[] = [];
  const finished: (() => void)[] = [];
  const add = (name: string, sender: Partial<Sender> = {}) => {
    const added = queue.add({ address: 'flood', account: 'one', ...sender }, async () => {
      started.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      finished.push(resolve);
      await promise;
      return name;
    });
    const result = added.catch((error: unknown) => error);
    return result;
  };
  const endOne = async () => {
    finished.shift()?.();
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
  };
  const endAll = async () => {
    while (finished.length > 0) await endOne();
  };
  return { queue, started, add, endOne, endAll };
}

test('delays another address by one task during a flood from one address', async () => {
  const { started, add, endOne, endAll } = createTestQueue();
  for (let n = 0; n < 150; n += 1) void add(`flood ${n}`, { account: `account ${n}` });
  void add('Rahim', { address: 'home', account: 'Rahim' });
  expect(started).toEqual(['flood 0', 'flood 1', 'flood 2']);
  await endOne();
  await endOne();
  expect(started.slice(3)).toContain('Rahim');
  await endAll();
  expect(started).toHaveLength(151);
});

test('lets addresses take turns, and within one address its accounts', async () => {
  const { started, add, endAll } = createTestQueue({ concurrency: 1 });
  void add('first');
  for (let n = 0; n < 3; n += 1) void add(`a/x${n}`, { address: 'a', account: 'x' });
  for (let n = 0; n < 2; n += 1) void add(`a/y${n}`, { address: 'a', account: 'y' });
  for (let n = 0; n < 2; n += 1) void add(`b${n}`, { address: 'b' });
  void add('c', { address: 'c' });
  await endAll();
  expect(started).toEqual(['first', 'a/x0', 'b0', 'c', 'a/y0', 'b1', 'a/x1', 'a/y1', 'a/x2']);
});

test('when full drops the newest task of the sender with the most', async () => {
  const { queue, started, add, endAll } = createTestQueue({ concurrency: 1, maxWaiting: 4 });
  void add('first');
  const flood = Array.from({ length: 4 }, (_, n) => add(`flood ${n}`));
  expect(await add('too much')).toBeInstanceOf(FullError);
  void add('Rahim', { address: 'home' });
  expect(await flood[3]).toBeInstanceOf(FullError);
  // This task comes from the same address, but from another account.
  void add('Karim', { account: 'Karim' });
  expect(await flood[2]).toBeInstanceOf(FullError);
  void add('Rahim again', { address: 'home' });
  expect(await flood[1]).toBeInstanceOf(FullError);
  // Both addresses have two waiting tasks now.
  expect(await add('once more', { address: 'home' })).toBeInstanceOf(FullError);
  expect(queue.waiting()).toBe(4);
  await endAll();
  expect(started).toEqual(['first', 'flood 0', 'Rahim', 'Karim', 'Rahim again']);
  expect([queue.waiting(), queue.running()]).toEqual([0, 0]);
});

test('rejects only the failed task and runs the next one', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 2, createFullError: () => new FullError() });
  const sender = { address: 'a', account: 'x' };
  const failed = queue.add(sender, async () => Promise.reject(new Error('no')));
  const next = queue.add(sender, async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});
