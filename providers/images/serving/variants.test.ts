import { expect, onTestFinished, test } from 'vitest';
import { runWithContext } from '#platform/observability/request-context.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import type { WorkerPool } from '../imaging/worker-pool.ts';
import { createWorkers } from '../imaging/workers.ts';
import { changeState, insertPicture } from '../pictures/repository.ts';
import { type PictureDeps, removePicture } from '../pictures/rules.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { storedPicture } from '../testing/pictures.ts';
import { createVariants, variantOf } from './variants.ts';

/** The variants of `storedPicture`, each made by `make`. */
async function openVariants(
  make: (job: { width: number }) => Promise<Uint8Array>,
  limits: { atOnce: number; maxQueued?: number },
) {
  const { db, ...database } = await openSqlite([imagesMigrations]);
  onTestFinished(() => database[Symbol.asyncDispose]());
  await insertPicture(db, storedPicture);
  await changeState(db, storedPicture.id, { from: ['arriving'], to: 'new', now: 0 });
  const storage = memoryStorage();
  await storage.write(storedPicture.id, 'original', new Uint8Array([1, 2, 3]));
  const workers = createWorkers({ ...limits, pool: { perform: make as unknown as WorkerPool['perform'] } });
  const parts: PictureDeps = { db, storage, workers, clock: () => 0 };
  return { parts, storage, bytes: createVariants(parts).bytes };
}

const GALLERY = 60;

/** Variants whose making ends when the test says so: `begun` names their widths in the order in which they began. */
async function openTurns(limits: { maxQueued?: number } = {}) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  async function make({ width }: { width: number }): Promise<Uint8Array> {
    begun.push(width);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    await promise;
    return Uint8Array.of(width % 256);
  }
  const { bytes } = await openVariants(make, { atOnce: 1, ...limits });
  const outcomes: Record<string, unknown> = {};
  /** A new size of a picture; the widths of these tests are not those of the ladder. */
  async function request(address: string, width: number, signal?: AbortSignal) {
    const variant = variantOf(storedPicture, width, 'webp');
    const answer = await runWithContext({ sender: () => address }, () =>
      bytes(storedPicture, variant, signal && (() => signal)),
    ).catch((error: unknown) => error);
    outcomes[`${address}/${width}`] = answer instanceof Uint8Array ? 'served' : answer;
    return answer;
  }
  return {
    begun,
    outcomes,
    request,
    async endAll(count: number) {
      for (let made = 0; made < count; made += 1) {
        await expect.poll(() => ends.length, { interval: 1 }).toBeGreaterThan(0);
        ends.shift()?.();
      }
    },
  };
}

const widths = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n);

test('a flood of new sizes from one address delays the new size of another visitor by one', async () => {
  const { begun, request, endAll } = await openTurns();
  const flood = widths(30).map((width) => request('203.0.113.1', width));
  await expect.poll(() => begun).toEqual([1]);
  const other = request('203.0.113.2', 1000);
  await endAll(31);
  await Promise.all([...flood, other]);
  expect(begun.slice(0, 4)).toContain(1000);
});

test('a size that a flood has requested too is made at the turn of whoever comes first, once', async () => {
  const { begun, request, endAll } = await openTurns();
  const flood = widths(30).map((width) => request('203.0.113.1', width));
  await expect.poll(() => begun).toEqual([1]);
  const others = [request('203.0.113.2', 30), request('203.0.113.2', 30), request('203.0.113.3', 30)];
  await endAll(30);
  const answers = await Promise.all([...flood, ...others]);
  expect(begun.indexOf(30)).toBeLessThan(4);
  expect(begun.toSorted((a, b) => a - b)).toEqual(widths(30));
  expect(answers.slice(29)).toEqual(Array.from({ length: 4 }, () => Uint8Array.of(30)));
});

test('five phones behind one address that open the gallery are served, each picture in a size of its own', async () => {
  const { request, endAll } = await openTurns();
  const all = widths(5 * GALLERY).map((width) => request('203.0.113.1', width));
  await endAll(5 * GALLERY);
  expect((await Promise.all(all)).every((answer) => answer instanceof Uint8Array)).toBe(true);
});

test('a size that nobody waits for any more is not made, and leaves its place to others', async () => {
  const { begun, outcomes, request, endAll } = await openTurns();
  const first = request('203.0.113.1', 1);
  await expect.poll(() => begun).toEqual([1]);
  const leaving = new AbortController();
  const left = widths(299, 2).map((width) => request('203.0.113.1', width, leaving.signal));
  await expect.poll(() => Object.keys(outcomes)).toEqual([]);
  const shared = request('203.0.113.2', 7);
  leaving.abort();
  await Promise.all(left);
  expect(outcomes['203.0.113.1/2']).toMatchObject({ code: 'request-aborted' });
  const next = [request('203.0.113.1', 2), request('203.0.113.1', 1000)];
  await endAll(4);
  const answers = await Promise.all([first, shared, ...next]);
  expect(answers.every((answer) => answer instanceof Uint8Array)).toBe(true);
  expect(begun.toSorted((a, b) => a - b)).toEqual([1, 2, 7, 1000]);
});

test('one address that requests still more is told to wait, and nobody else is', async () => {
  const { outcomes, request, endAll, begun } = await openTurns();
  const all = widths(310).map((width) => request('203.0.113.1', width));
  // A size that was requested already counts as well: each holds a request open.
  await expect.poll(() => Object.keys(outcomes)).toHaveLength(10);
  const again = await request('203.0.113.1', 5);
  for (const refusal of [again, outcomes['203.0.113.1/310']])
    expect(refusal).toMatchObject({
      code: 'too-many-requests',
      retryAfter: 5,
      message: expect.stringContaining('Wait a few seconds'),
    });
  const other = request('203.0.113.2', 1000);
  await endAll(301);
  expect(await other).toBeInstanceOf(Uint8Array);
  await Promise.all(all);
  expect(begun).toHaveLength(301);
  // Its places are free again.
  const later = request('203.0.113.1', 2000);
  await endAll(1);
  expect(await later).toBeInstanceOf(Uint8Array);
});

test('when too many wait, the address with the most loses one, also one that another address requested too', async () => {
  const { outcomes, begun, request, endAll } = await openTurns({ maxQueued: 3 });
  const flood = widths(4).map((width) => request('203.0.113.1', width));
  await expect.poll(() => begun).toEqual([1]);
  const other = request('203.0.113.2', 4);
  await expect.poll(() => outcomes['203.0.113.1/4']).toMatchObject({ code: 'unavailable' });
  await endAll(4);
  expect(await other).toEqual(Uint8Array.of(4));
  await Promise.all(flood);
  expect(begun).toEqual([1, 2, 4, 3]);
});

test('a size that is stored is served while others wait', async () => {
  const { begun, request, endAll } = await openTurns();
  const first = request('203.0.113.2', 1000);
  await endAll(1);
  await first;
  const flood = widths(300).map((width) => request('203.0.113.1', width));
  await expect.poll(() => begun.length).toBe(2);
  expect(await request('203.0.113.1', 1000)).toBeInstanceOf(Uint8Array);
  await endAll(300);
  await Promise.all(flood);
});

const atOnce = 2;
const small = variantOf(storedPicture, 162, 'webp');

test('a variant that could not be made is tried again by the next who asks', async () => {
  let tries = 0;
  const make = async () => {
    if (++tries === 1) throw new Error('out of memory');
    return Uint8Array.of(9);
  };
  const { bytes } = await openVariants(make, { atOnce });
  await expect(bytes(storedPicture, small)).rejects.toThrow('out of memory');
  expect(await bytes(storedPicture, small)).toEqual(Uint8Array.of(9));
});

test('a few are made at a time; when too many wait, the next is told to come back', async () => {
  const go = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const make = async () => {
    most = Math.max(most, ++running);
    await go.promise;
    running--;
    return Uint8Array.of(1);
  };
  const { bytes } = await openVariants(make, { atOnce, maxQueued: 3 });
  const asked = [162, 324, 486, 640, 810, 972].map((width) =>
    bytes(storedPicture, variantOf(storedPicture, width, 'webp')),
  );
  const refused = asked.map((answer) => answer.catch((error) => error));
  const first = await Promise.race(refused);
  expect(first).toMatchObject({ code: 'unavailable', retryAfter: 5 });
  go.resolve();
  expect((await Promise.all(refused)).filter((answer) => answer instanceof Uint8Array)).toHaveLength(5);
  expect(most).toBe(2);
});

test('a picture deleted while a variant of it is made leaves no file behind', async () => {
  const begun = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();
  const make = async () => {
    begun.resolve();
    await deleted.promise;
    return Uint8Array.of(1);
  };
  const { bytes, parts, storage } = await openVariants(make, { atOnce });
  const answer = bytes(storedPicture, small);
  await begun.promise;
  await removePicture(parts, storedPicture.id);
  deleted.resolve();
  await expect(answer).rejects.toMatchObject({ code: 'not-found' });
  expect(storage.names()).toEqual([]);
});

test('a picture that leaves while a variant of it is made keeps its own file: it may come back', async () => {
  const make = async () => {
    await changeState(parts.db, storedPicture.id, { from: ['new'], to: 'leaving', now: 0 });
    return Uint8Array.of(1);
  };
  const { bytes, parts, storage } = await openVariants(make, { atOnce });
  await expect(bytes(storedPicture, small)).rejects.toMatchObject({ code: 'not-found' });
  expect(storage.names()).toEqual(['original']);
});
