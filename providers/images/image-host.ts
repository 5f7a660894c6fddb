import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import type { Database } from '#platform/database/open.ts';
import { AppError } from '#platform/errors.ts';
import { errorResponses } from '#platform/http/errors.ts';
import type { CacheScope } from '#platform/http/tuning/response-cache.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/observability/log.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import type { RateLimiters } from '#platform/security/rate-limits.ts';
import type { Secrets } from '#platform/security/secrets.ts';
import { type Clock, minutes } from '#platform/time.ts';
import { imageErrors } from './errors.ts';
import { createWorkers } from './imaging/workers.ts';
import { removeOrphans } from './pictures/orphans.ts';
import { deletionRoutes } from './pictures/routes.ts';
import type { PictureDeps } from './pictures/rules.ts';
import { cachePictures } from './serving/cache-pictures.ts';
import { servingRoutes } from './serving/routes.ts';
import { createVariants } from './serving/variants.ts';
import { diskStorage, picturesFolder, writingFolder } from './storage/disk.ts';
import { isDiskError, logStorageFailures, storageFailure } from './storage/failures.ts';
import { removeLeftovers } from './storage/leftovers.ts';
import type { Storage } from './storage/storage.ts';
import { uploadRoutes } from './upload/routes.ts';
import { createUploadLimit, type Uploader } from './upload/upload-limit.ts';

export type ImageHost = {
  /** To be mounted under `/images`; sees `/1/upload`, `/1/delete` and `/{id}`. */
  app: Hono;
  /** What an uploader gives as `?key=`; known to every signed-in member. */
  key: string;
  /** Absolute, without the key. */
  uploadUrl: string;
  /** The product server's bearer token for `/1/delete`. Never leaves the server. */
  adminToken: string;
  /** Which of its answers may be given before routing. */
  cacheScope: Required<CacheScope>;
  /** Clear away what broke off and what nobody saved. */
  jobs: Job[];
};

/**
 * Our own image host: uploads as hosted services take them, variants by width and format, files on disk below
 * `dataDir/images` or in another storage. The README says what it answers.
 */
export async function createImageHost(options: {
  db: Database;
  secrets: Secrets;
  dataDir: string;
  /** The site's address without a slash at its end. */
  publicUrl: string;
  clock: Clock;
  log: Log;
  /** Who calls. Throws AppError not-signed-in (401) or credentials-refused (403). */
  authenticate: (request: Request) => Promise<Uploader>;
  /** Which of these addresses are shown as photos: others are removed a day after their upload. */
  shown: (imgs: string[]) => Promise<Set<string>>;
  /** Where pictures rest, when not on the disk. */
  storage?: Storage;
  limiters: RateLimiters;
  /** Multiplies how many may upload at once, for load tests. */
  limitScale?: number;
  metrics?: MetricsRegistry;
}): Promise<ImageHost> {
  const { db, secrets, dataDir, publicUrl, clock, log, authenticate, shown } = options;
  const [key, adminToken] = await Promise.all([secrets('images-upload-key'), secrets('images-admin-token')]);
  const onDisk = join(dataDir, picturesFolder);
  const incoming = join(dataDir, 'images', 'incoming');
  await removeLeftovers(incoming, clock);
  const storage = logStorageFailures(options.storage ?? diskStorage(onDisk), log);
  const parts: PictureDeps = { db, storage, workers: createWorkers({ metrics: options.metrics }), clock };
  const admission = createUploadLimit(options);

  const app = new Hono();
  const answer = errorResponses(imageErrors, log);
  // An upload on its way rests on the disk, wherever pictures do.
  app.onError((error, c) => answer(isDiskError(error) ? storageFailure(error, 'receive', log) : error, c));
  app.route('/1/upload', uploadRoutes({ parts, key, publicUrl, incoming, authenticate, admission }));
  app.route('/1/delete', deletionRoutes(parts, adminToken));
  app.route('/', servingRoutes(parts, createVariants(parts, options)));
  app.all('/1/upload', refuseMethod('POST'));
  app.all('/1/delete', refuseMethod('POST'));
  app.all('/:id', refuseMethod('GET, HEAD'));
  app.all('*', () => {
    throw new AppError('not-found');
  });
  const cacheScope = cachePictures(db, '/images/');
  const folders = [incoming, ...(options.storage ? [] : [writingFolder(onDisk)])];
  async function run(): Promise<void> {
    await removeOrphans({ db, storage, clock, publicUrl, shown });
    for (const folder of folders) await removeLeftovers(folder, clock);
  }
  const jobs = [{ name: 'remove orphaned pictures', everyMs: minutes(10), run }];
  return { app, key, uploadUrl: `${publicUrl}/images/1/upload`, adminToken, cacheScope, jobs };
}

function refuseMethod(allowed: string) {
  return (c: Context): never => {
    c.header('Allow', allowed);
    throw new AppError('method-not-allowed');
  };
}
