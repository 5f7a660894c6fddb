import { expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { createUploadLimit } from './upload-limit.ts';

const uploadLimit = (limitScale: number) =>
  createUploadLimit({ limiters: createMemoryLimiters(limitScale), limitScale });

const rahim = { userId: 'rahim' };
const accepted = async () => 'accepted';
const rejected = (code: string) => async () => {
  throw new AppError(code);
};

/** Returns how many of `tries` successive uploads were started. */
async function countStarted(upload: () => Promise<unknown>, tries: number, scale = 0.05): Promise<number> {
  const { run } = uploadLimit(scale);
  let startedCount = 0;
  const counting = async () => {
    startedCount += 1;
    await upload();
  };
  for (let n = 0; n < tries; n += 1) await run(rahim, counting).catch(() => {});
  return startedCount;
}

// A twentieth of the limits: 10 uploads and 50 attempts a day.
test('limits a user to 200 uploads a day, accepted or rejected', async () => {
  expect(await countStarted(accepted, 15)).toBe(10);
  expect(await countStarted(rejected('unreadable-picture'), 15)).toBe(10);
  expect(await countStarted(rejected('malformed-upload'), 15)).toBe(10);
});

test.each([
  ['the connection broke', rejected('upload-broken-off')],
  ['the server was unavailable', rejected('unavailable')],
  ['the server failed', () => Promise.reject(new Error('disk'))],
])('does not count an upload when %s, until 1000 attempts', async (_, upload) => {
  expect(await countStarted(upload, 40)).toBe(40);
  expect(await countStarted(upload, 60)).toBe(50);
});

test('limits concurrent uploads to 8 per user (429) and 150 in total (503), with Retry-After', async () => {
  const { run } = uploadLimit(1);
  const go = Promise.withResolvers<void>();
  const slow = (userId: string) => run({ userId }, () => go.promise);
  const own = Array.from({ length: 8 }, () => slow('rahim'));
  await expect(slow('rahim')).rejects.toMatchObject({ code: 'too-many-requests', retryAfter: 5 });
  const others = Array.from({ length: 142 }, (_, n) => slow(`member ${n % 30}`));
  await expect(slow('karim')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
  go.resolve();
  await Promise.all([...own, ...others]);
  expect(await run(rahim, accepted)).toBe('accepted');
  expect(await run({ userId: 'karim' }, accepted)).toBe('accepted');
});

test('does not limit the sample photos of the site', async () => {
  const { run } = uploadLimit(0.005);
  for (let n = 0; n < 5; n += 1)
    expect(await run({ userId: 'samples', uncounted: true }, accepted)).toBe('accepted');
});
