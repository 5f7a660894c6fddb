import { expect, test } from 'vitest';
import { createFairQueue, type Sender } from './fair-queue.ts';

class FullError extends Error {}

/** A queue whose tasks end when the test says so: `begun` names them in the order in which they began. */
function openQueue({ concurrency = 3, maxWaiting = 400 } = {}) {
  const queue = createFairQueue({ concurrency, maxWaiting, createFullError: () => new FullError() });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, sender: Partial<Sender> = {}) => {
    const added = queue.add({ address: 'flood', account: 'one', ...sender }, async () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
      return name;
    });
    const outcome = added.catch((error: unknown) => error);
    return outcome;
  };
  const endOne = async () => {
    ends.shift()?.();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const endAll = async () => {
    while (ends.length > 0) await endOne();
  };
  return { queue, begun, add, endOne, endAll };
}

test('a flood from one address delays another person by one task', async () => {
  const { begun, add, endOne, endAll } = openQueue();
  for (let n = 0; n < 150; n += 1) void add(`flood ${n}`, { account: `account ${n}` });
  void add('Rahim', { address: 'home', account: 'Rahim' });
  expect(begun).toEqual(['flood 0', 'flood 1', 'flood 2']);
  await endOne();
  await endOne();
  expect(begun.slice(3)).toContain('Rahim');
  await endAll();
  expect(begun).toHaveLength(151);
});

test('addresses take turns, and within one address its accounts', async () => {
  const { begun, add, endAll } = openQueue({ concurrency: 1 });
  void add('begun');
  for (let n = 0; n < 3; n += 1) void add(`a/x${n}`, { address: 'a', account: 'x' });
  for (let n = 0; n < 2; n += 1) void add(`a/y${n}`, { address: 'a', account: 'y' });
  for (let n = 0; n < 2; n += 1) void add(`b${n}`, { address: 'b' });
  void add('c', { address: 'c' });
  await endAll();
  expect(begun).toEqual(['begun', 'a/x0', 'b0', 'c', 'a/y0', 'b1', 'a/x1', 'a/y1', 'a/x2']);
});

test('when it is full, whoever has the most in it loses the newest', async () => {
  const { queue, begun, add, endAll } = openQueue({ concurrency: 1, maxWaiting: 4 });
  void add('begun');
  const flood = Array.from({ length: 4 }, (_, n) => add(`flood ${n}`));
  expect(await add('too much')).toBeInstanceOf(FullError);
  void add('Rahim', { address: 'home' });
  expect(await flood[3]).toBeInstanceOf(FullError);
  // Behind the same address, for another account.
  void add('Karim', { account: 'Karim' });
  expect(await flood[2]).toBeInstanceOf(FullError);
  void add('Rahim again', { address: 'home' });
  expect(await flood[1]).toBeInstanceOf(FullError);
  // Both addresses have two by now.
  expect(await add('once more', { address: 'home' })).toBeInstanceOf(FullError);
  expect(queue.waiting()).toBe(4);
  await endAll();
  expect(begun).toEqual(['begun', 'flood 0', 'Rahim', 'Karim', 'Rahim again']);
  expect([queue.waiting(), queue.running()]).toEqual([0, 0]);
});

test('a task that fails frees its place, and its error is its own', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 2, createFullError: () => new FullError() });
  const sender = { address: 'a', account: 'x' };
  const failed = queue.add(sender, async () => Promise.reject(new Error('no')));
  const next = queue.add(sender, async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});
