import { expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { createUploadLimit } from './upload-limit.ts';

const admissionOf = (limitScale: number) =>
  createUploadLimit({ limiters: createMemoryLimiters(limitScale), limitScale });

const rahim = { userId: 'rahim' };
const taken = async () => 'taken';
const refused = (code: string) => async () => {
  throw new AppError(code);
};

/** How many of `tries` uploads one after another were let in. */
async function letIn(upload: () => Promise<unknown>, tries: number, scale = 0.05): Promise<number> {
  const { admit } = admissionOf(scale);
  let began = 0;
  const counting = async () => {
    began += 1;
    await upload();
  };
  for (let n = 0; n < tries; n += 1) await admit(rahim, counting).catch(() => {});
  return began;
}

// A twentieth of the limits: 10 uploads and 50 beginnings a day.
test('200 uploads a day, whether they are taken or refused', async () => {
  expect(await letIn(taken, 15)).toBe(10);
  expect(await letIn(refused('unreadable-picture'), 15)).toBe(10);
  expect(await letIn(refused('malformed-upload'), 15)).toBe(10);
});

test.each([
  ['the line broke', refused('upload-broken-off')],
  ['we could not take it', refused('unavailable')],
  ['something failed on our side', () => Promise.reject(new Error('disk'))],
])('one in which %s uses up nothing, until there were 1000 of them', async (_, upload) => {
  expect(await letIn(upload, 40)).toBe(40);
  expect(await letIn(upload, 60)).toBe(50);
});

test('eight of one person and 150 in all may be under way, then 429 or 503 with a time to come back', async () => {
  const { admit } = admissionOf(1);
  const go = Promise.withResolvers<void>();
  const slow = (userId: string) => admit({ userId }, () => go.promise);
  const own = Array.from({ length: 8 }, () => slow('rahim'));
  await expect(slow('rahim')).rejects.toMatchObject({ code: 'too-many-requests', retryAfter: 5 });
  const others = Array.from({ length: 142 }, (_, n) => slow(`member ${n % 30}`));
  await expect(slow('karim')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
  go.resolve();
  await Promise.all([...own, ...others]);
  expect(await admit(rahim, taken)).toBe('taken');
  expect(await admit({ userId: 'karim' }, taken)).toBe('taken');
});

test('the house itself fills in its samples uncounted', async () => {
  const { admit } = admissionOf(0.005);
  for (let n = 0; n < 5; n += 1)
    expect(await admit({ userId: 'samples', uncounted: true }, taken)).toBe('taken');
});
