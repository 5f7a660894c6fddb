import { expect, test } from 'vitest';
import { changeState } from '../pictures/repository.ts';
import { removePicture } from '../pictures/rules.ts';
import { storedPicture as photo } from '../testing/pictures.ts';
import { openVariants } from '../testing/variants.ts';
import { variantOf } from './variants.ts';

const atOnce = 2;
const small = variantOf(photo, 162, 'webp');

test('a variant that could not be made is tried again by the next who asks', async () => {
  let tries = 0;
  const make = async () => {
    if (++tries === 1) throw new Error('out of memory');
    return Uint8Array.of(9);
  };
  const { bytes } = await openVariants(make, { atOnce });
  await expect(bytes(photo, small)).rejects.toThrow('out of memory');
  expect(await bytes(photo, small)).toEqual(Uint8Array.of(9));
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
  const { bytes } = await openVariants(make, { atOnce, mostWaiting: 3 });
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
  const make = async () => {
    begun.resolve();
    await deleted.promise;
    return Uint8Array.of(1);
  };
  const { bytes, parts, storage } = await openVariants(make, { atOnce });
  const answer = bytes(photo, small);
  await begun.promise;
  await removePicture(parts, photo.id);
  deleted.resolve();
  await expect(answer).rejects.toMatchObject({ code: 'not-found' });
  expect(storage.names()).toEqual([]);
});

test('a picture that leaves while a variant of it is made keeps its own file: it may come back', async () => {
  const make = async () => {
    await changeState(parts.db, photo.id, { from: ['new'], to: 'leaving', now: 0 });
    return Uint8Array.of(1);
  };
  const { bytes, parts, storage } = await openVariants(make, { atOnce });
  await expect(bytes(photo, small)).rejects.toMatchObject({ code: 'not-found' });
  expect(storage.names()).toEqual(['original']);
});
