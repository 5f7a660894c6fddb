import { AppError } from '#platform/errors.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.ts';
import type { RateLimit, RateLimiters } from '#platform/security/rate-limits.ts';

/** The limit of each user. Rejected pictures also count, because they take as much work. */
const UPLOADS_PER_DAY: RateLimit = { points: 200, seconds: 86_400 };
/** Limit on each user's upload attempts, including failed ones: a phone on a bad connection needs many. */
const ATTEMPTS_PER_DAY: RateLimit = { points: 1000, seconds: 86_400 };
/** Uploads in progress take up to 10 MB of disk each, for as long as a slow connection needs. */
const MAX_CONCURRENT = { perUser: 8, total: 150 };

/** `uncounted`: the site is uploading its sample photos, which have no daily limit. */
export type Uploader = { userId: string; uncounted?: boolean };

export type UploadLimit = {
  /**
   * Runs the upload if the user is within the limits. The upload counts toward the day's 200 unless the
   * connection broke or the server failed.
   * @throws AppError too-many-requests (429), unavailable (503), both with the seconds to wait
   */
  run<T>(uploader: Uploader, upload: () => Promise<T>): Promise<T>;
};

/** `limitScale` multiplies the number of concurrent uploads, for load tests. */
export function createUploadLimit(options: { limiters: RateLimiters; limitScale?: number }): UploadLimit {
  const { limiters, limitScale: scale = 1 } = options;
  const countUpload = createRequestLimit(limiters('uploads', UPLOADS_PER_DAY));
  const countAttempt = createRequestLimit(limiters('upload-attempts', ATTEMPTS_PER_DAY));
  const perUser = createConcurrencyLimit(Math.ceil(MAX_CONCURRENT.perUser * scale), tooManyUploadsError);
  const total = createConcurrencyLimit(
    Math.ceil(MAX_CONCURRENT.total * scale),
    () => new AppError('unavailable', { retryAfter: 10 }),
  );

  async function counted<T>(userId: string, upload: () => Promise<T>): Promise<T> {
    await countAttempt(userId);
    await countUpload(userId);
    try {
      return await upload();
    } catch (error) {
      if (isServerFailure(error)) await countUpload.giveBack(userId);
      throw error;
    }
  }

  return {
    run: ({ userId, uncounted }, upload) =>
      perUser(userId, () => total('', () => (uncounted ? upload() : counted(userId, upload)))),
  };
}

const tooManyUploadsError = () =>
  new AppError('too-many-requests', {
    retryAfter: 5,
    message: 'Several of your pictures are uploading already. Please wait until one is done.',
  });

/** Returns whether the connection broke or the failure is on the server's side. */
const isServerFailure = (error: unknown): boolean =>
  !(error instanceof AppError) || error.code === 'upload-broken-off' || error.code === 'unavailable';
