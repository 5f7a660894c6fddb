import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import type { Database } from '#platform/database/open.ts';
import { AppError } from '#platform/errors.ts';
import { createErrorHandler } from '#platform/http/errors.ts';
import type { MemoScope } from '#platform/http/memo.ts';
import type { Job } from '#platform/job.ts';
import type { Log } from '#platform/observability/log.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import type { RateLimiters } from '#platform/security/rate-limits.ts';
import type { GetSecret } from '#platform/security/secrets.ts';
import { type Clock, minutes } from '#platform/time.ts';
import { imageErrors } from './errors.ts';
import { createWorkers } from './imaging/workers.ts';
import { removeOrphans } from './pictures/orphans.ts';
import { createDeletionRoutes } from './pictures/routes.ts';
import type { PictureDeps } from './pictures/rules.ts';
import { createPictureMemoScope } from './serving/cache-pictures.ts';
import { createServingRoutes } from './serving/routes.ts';
import { createVariants } from './serving/variants.ts';
import { createDiskStorage, picturesFolder, removeStaleFiles, temporaryFolder } from './storage/disk.ts';
import { isDiskError, logStorageFailures, toStorageError } from './storage/failures.ts';
import type { Storage } from './storage/storage.ts';
import { createUploadRoutes } from './upload/routes.ts';
import { createUploadLimit, type Uploader } from './upload/upload-limit.ts';

export type ImageHost = {
  /** The app to mount under `/images`. It handles `/1/upload`, `/1/delete` and `/{id}`. */
  app: Hono;
  /** Upload key, sent as `?key=`. Every signed-in member receives it. */
  key: string;
  /** Absolute URL without the key. */
  uploadUrl: string;
  /** Bearer token of the product server for `/1/delete`. Never leaves the server. */
  adminToken: string;
  /** Responses that the memo may serve before routing. */
  memoScope: MemoScope;
  /** How many requests wait until a picture is cleaned or resized. */
  waitingRequests: () => number;
  /** The jobs that remove unsaved pictures and the remains of interrupted uploads. */
  jobs: Job[];
};

/**
 * Creates the image host, which accepts uploads in the format of hosted image services and serves variants by
 * width and format. The files are in `dataDir/images` or in `storage`. README.md in this folder lists the
 * calls.
 */
export async function createImageHost(options: {
  db: Database;
  getSecret: GetSecret;
  dataDir: string;
  /** The site's URL without a trailing slash. */
  publicUrl: string;
  clock: Clock;
  log: Log;
  /** Returns the uploader. Throws AppError not-signed-in (401) or credentials-refused (403). */
  authenticate: (request: Request) => Promise<Uploader>;
  /**
   * Returns those of `ids` whose pictures a photo shows. Other pictures are removed a day after their upload.
   */
  findVisiblePictures: (ids: string[]) => Promise<Set<string>>;
  /** Defaults to the disk. */
  storage?: Storage;
  limiters: RateLimiters;
  /** Multiplies the number of concurrent uploads and of requests that wait for variants, for load tests. */
  limitScale?: number;
  metrics?: MetricsRegistry;
}): Promise<ImageHost> {
  const { db, getSecret, dataDir, publicUrl, clock, log, authenticate, findVisiblePictures } = options;
  const [key, adminToken] = await Promise.all([
    getSecret('images-upload-key'),
    getSecret('images-admin-token'),
  ]);
  const diskRoot = join(dataDir, picturesFolder);
  const incomingFolder = join(dataDir, 'images', 'incoming');
  await removeStaleFiles(incomingFolder, clock);
  const storage = logStorageFailures(options.storage ?? createDiskStorage(diskRoot), log);
  const deps: PictureDeps = { db, storage, workers: createWorkers({ metrics: options.metrics }), clock };
  const uploadLimit = createUploadLimit(options);

  const app = new Hono();
  const respond = createErrorHandler(imageErrors, log);
  // An upload in progress is stored on the disk even when pictures are in a bucket.
  app.onError((error, c) => respond(isDiskError(error) ? toStorageError(error, 'receive', log) : error, c));
  app.route(
    '/1/upload',
    createUploadRoutes({ deps, key, publicUrl, incomingFolder, authenticate, uploadLimit }),
  );
  app.route('/1/delete', createDeletionRoutes(deps, adminToken));
  const variants = createVariants(deps, options);
  app.route('/', createServingRoutes(deps, variants));
  app.all('/1/upload', rejectMethod('POST'));
  app.all('/1/delete', rejectMethod('POST'));
  app.all('/:id', rejectMethod('GET, HEAD'));
  app.all('*', () => {
    throw new AppError('not-found');
  });
  const memoScope = createPictureMemoScope(db, '/images/');
  const folders = [incomingFolder, ...(options.storage ? [] : [temporaryFolder(diskRoot)])];
  async function run(): Promise<void> {
    await removeOrphans({ db, storage, clock, findVisiblePictures });
    for (const folder of folders) await removeStaleFiles(folder, clock);
  }
  const jobs = [{ name: 'delete-orphaned-pictures', everyMs: minutes(10), run }];
  return {
    app,
    key,
    adminToken,
    memoScope,
    jobs,
    uploadUrl: `${publicUrl}/images/1/upload`,
    waitingRequests: () => deps.workers.waitingUploads() + variants.waiting(),
  };
}

function rejectMethod(allowed: string) {
  return (c: Context): never => {
    c.header('Allow', allowed);
    throw new AppError('method-not-allowed');
  };
}
