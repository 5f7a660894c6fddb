import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import type { WorkerPool } from '../imaging/worker-pool.ts';
import { createWorkers } from '../imaging/workers.ts';
import type { Picture } from '../pictures/picture.ts';
import { changeState, insertPicture } from '../pictures/repository.ts';
import { type Parts, removePicture } from '../pictures/rules.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { createVariants, variantOf } from './variants.ts';

const photo: Picture = {
  id: newId(),
  userId: 'rahim',
  width: 1000,
  height: 750,
  bytes: 3,
  format: 'jpeg',
  placeholder: '',
  createdAt: 0,
};
const small = variantOf(photo, 162, 'webp');

type Make = () => Promise<Uint8Array>;

async function openParts(make: Make, mostWaiting = 200) {
  const database = await openSqlite([imagesMigrations]);
  await insertPicture(database.db, photo);
  await changeState(database.db, photo.id, { from: ['arriving'], to: 'new', now: 0 });
  const storage = memoryStorage();
  await storage.write(photo.id, 'original', new Uint8Array([1, 2, 3]));
  const perform = make as WorkerPool['perform'];
  const workers = createWorkers({ atOnce: 2, mostWaiting, pool: { perform } });
  const parts: Parts = { db: database.db, storage, workers, clock: () => 0 };
  return { parts, storage, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

test('a variant asked for by 100 clients at once is made once', async () => {
  let made = 0;
  await using test = await openParts(async () => Uint8Array.of(++made));
  const { bytes } = createVariants(test.parts);
  const all = await Promise.all(Array.from({ length: 100 }, () => bytes(photo, small)));
  expect(all).toEqual(Array.from({ length: 100 }, () => Uint8Array.of(1)));
  expect(await bytes(photo, small)).toEqual(Uint8Array.of(1));
  expect(made).toBe(1);
});

test('a variant that could not be made is tried again by the next who asks', async () => {
  let tries = 0;
  await using test = await openParts(async () => {
    if (++tries === 1) throw new Error('out of memory');
    return Uint8Array.of(9);
  });
  const { bytes } = createVariants(test.parts);
  await expect(bytes(photo, small)).rejects.toThrow('out of memory');
  expect(await bytes(photo, small)).toEqual(Uint8Array.of(9));
});

test('a few are made at a time; when too many wait, the next is told to come back', async () => {
  const go = Promise.withResolvers<void>();
  let atOnce = 0;
  let most = 0;
  const make = async () => {
    most = Math.max(most, ++atOnce);
    await go.promise;
    atOnce--;
    return Uint8Array.of(1);
  };
  await using test = await openParts(make, 3);
  const { bytes } = createVariants(test.parts);
  const asked = [162, 324, 486, 640, 810, 972].map((width) => bytes(photo, variantOf(photo, width, 'webp')));
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
  await using test = await openParts(async () => {
    begun.resolve();
    await deleted.promise;
    return Uint8Array.of(1);
  });
  const { bytes } = createVariants(test.parts);
  const answer = bytes(photo, small);
  await begun.promise;
  await removePicture(test.parts, photo.id);
  deleted.resolve();
  await expect(answer).rejects.toMatchObject({ code: 'not-found' });
  expect(test.storage.names()).toEqual([]);
});

test('a picture that leaves while a variant of it is made keeps its own file: it may come back', async () => {
  const change = (parts: Parts) =>
    changeState(parts.db, photo.id, { from: ['new'], to: 'leaving', now: parts.clock() });
  await using test = await openParts(async () => {
    await change(test.parts);
    return Uint8Array.of(1);
  });
  const { bytes } = createVariants(test.parts);
  await expect(bytes(photo, small)).rejects.toMatchObject({ code: 'not-found' });
  expect(test.storage.names()).toEqual(['original']);
});
