import { AppError } from '#platform/errors.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.ts';
import type { RateLimit, RateLimiters } from '#platform/security/rate-limits.ts';

/** Of one person. Refused pictures count too, since they cost as much. */
const uploadsADay: RateLimit = { points: 200, seconds: 86_400 };
/** Each time that somebody begins; a phone on a bad line begins often. */
const beginningsADay: RateLimit = { points: 1000, seconds: 86_400 };
/** What is under way rests on our disk, up to 10 MB each, for as long as a slow line takes. */
const atOnce = { ofOne: 8, inAll: 150 };

/** Who uploads; `uncounted` is the house itself, which no limit of a day's uploads may keep from its samples. */
export type Uploader = { userId: string; uncounted?: boolean };

export type UploadSlot = {
  /**
   * Runs the upload if that person may upload now. It uses up one of the day's 200, unless the line broke or we could
   * not take it.
   * @throws AppError too-many-requests (429), unavailable (503), both with the seconds to wait
   */
  admit<T>(uploader: Uploader, upload: () => Promise<T>): Promise<T>;
};

/** `limitScale` multiplies how many may come at once, for load tests. */
export function createUploadLimit(options: { limiters: RateLimiters; limitScale?: number }): UploadSlot {
  const { limiters, limitScale: scale = 1 } = options;
  const countUpload = createRequestLimit(limiters('uploads', uploadsADay));
  const countBeginning = createRequestLimit(limiters('upload-beginnings', beginningsADay));
  const ofOne = createConcurrencyLimit(Math.ceil(atOnce.ofOne * scale), tooManyAtOnce);
  const inAll = createConcurrencyLimit(
    Math.ceil(atOnce.inAll * scale),
    () => new AppError('unavailable', { retryAfter: 10 }),
  );

  async function counted<T>(userId: string, upload: () => Promise<T>): Promise<T> {
    await countBeginning(userId);
    await countUpload(userId);
    try {
      return await upload();
    } catch (error) {
      if (isNotTheirs(error)) await countUpload.giveBack(userId);
      throw error;
    }
  }

  return {
    admit: ({ userId, uncounted }, upload) =>
      ofOne(userId, () => inAll('', () => (uncounted ? upload() : counted(userId, upload)))),
  };
}

const tooManyAtOnce = () =>
  new AppError('too-many-requests', {
    retryAfter: 5,
    message: 'Several of your pictures are on their way already. Please wait until one has arrived.',
  });

/** A line that broke, and whatever is wrong on our side. */
const isNotTheirs = (error: unknown): boolean =>
  !(error instanceof AppError) || error.code === 'upload-broken-off' || error.code === 'unavailable';
