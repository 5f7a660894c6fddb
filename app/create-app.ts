import { statSync } from 'node:fs';
import { Hono } from 'hono';
import type { DatabaseClock } from '#platform/database/database-clock.ts';
import { createIntegrityCheck } from '#platform/database/integrity.ts';
import { startServing } from '#platform/database/open.ts';
import { createClientAddressReader } from '#platform/http/client-address.ts';
import type { RequestHandler } from '#platform/http/memo.ts';
import type { Job } from '#platform/job.ts';
import { createCleanUpJobs } from '#platform/jobs/clean-up-jobs.ts';
import { withJobLease } from '#platform/jobs/jobs.ts';
import { createOutbox } from '#platform/jobs/outbox.ts';
import { removeExpiredRejected } from '#platform/jobs/outbox-rejected.ts';
import { listRunningServers, registerServer } from '#platform/jobs/running-servers.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/time.ts';
import { findVisiblePictures } from '#server/features/photos/repository.ts';
import { findContentPictures } from '#server/features/site-content/rules.ts';
import { createAccessTokens } from '#server/features/users/access-tokens.ts';
import type { Config } from './config/config.ts';
import { createIntegrations } from './integrations/integrations.ts';
import { createLimits } from './limits.ts';
import { mountRoutes } from './mount-routes.ts';
import { createObservability } from './observability.ts';
import { type BuiltPages, createPages } from './pages.ts';
import { createProduct } from './product.ts';
import { insertSampleData } from './sample-data/fill.ts';
import { createSiteLook, readSiteName } from './site-look.ts';
import { openStorage } from './storage.ts';

export type App = {
  router: Hono;
  /** Runs before the router: responds from the memo, or rejects a request when there is too much load. */
  fastPath: RequestHandler;
  /** Serves `/metrics`, on its own port. */
  metrics: Hono;
  /** Names of the built-in providers in use, for the operator. */
  builtInProviders: string[];
  /** Why automatic refunds are paused, or undefined if they are not. */
  refundPause: string | undefined;
  jobs: Job[];
  /** Inserts sample data into an empty embedded site. Returns false if it inserted none. */
  fillSamples(): Promise<boolean>;
  /**
   * Returns the link that makes a person the first owner, if the site has none. Show it only on the terminal.
   */
  ownerLink(): Promise<string | undefined>;
  /** Returns a description of the damage of the database file, or undefined if it is intact. */
  damage(): string | undefined;
  close(): Promise<void>;
};

export type AppOptions = {
  config: Config;
  clock: Clock;
  /** Decides when leases end: the database's clock unless a test sets another. */
  databaseClock?: DatabaseClock;
  log: Log;
  /** If absent, no pages are served. */
  builtPages?: BuiltPages;
  /**
   * The address this process listens on (`http://127.0.0.1:3000`). If absent, the built-in providers call it
   * in memory.
   */
  listenUrl?: string;
};

/** Returns an id of the data folder, which is the same on all machines that mount it. */
function folderId({ dataDir }: Config): string {
  const { ino, birthtimeNs } = statSync(dataDir, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

/**
 * Creates the whole application: storage, outside systems or their built-in providers, product server and
 * pages.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock, databaseClock, log, builtPages, listenUrl } = options;
  const observability = await createObservability(config.tracing, log);
  const { metricsRegistry, tracing, watchdog } = observability;
  const storage = await openStorage({ config, clock, log, observability });
  const { database, db, getSecret } = storage;
  const server = config.databaseUrl
    ? await registerServer(database, folderId(config), databaseClock)
    : undefined;
  if (server && !config.s3) {
    const folders = await listRunningServers(database, databaseClock);
    if (folders.some((folder) => folder !== folderId(config)))
      log.warn(
        'another server on this database stores pictures elsewhere, so some are missing: set S3_ENDPOINT',
      );
  }
  const limits = await createLimits({ config, storage, observability, clock, log });
  const onFailure = (error: unknown, kind: string) =>
    log.warn({ err: error, kind }, 'delivery failed; it will be tried again');
  const outbox = createOutbox({
    db: database,
    clock,
    databaseClock,
    metrics: metricsRegistry,
    tracing,
    onFailure,
  });
  const tokens = createAccessTokens({
    db,
    key: new TextEncoder().encode(await getSecret('access-token-key')),
    issuer: `${config.publicUrl}/api`,
    clock,
  });
  const router = new Hono();
  const addressOf = createClientAddressReader(config.trustProxy);
  const siteLook = createSiteLook(config);
  const integrations = await createIntegrations({
    config,
    database,
    getSecret,
    outbox,
    clock,
    log,
    listenUrl,
    events: limits.securityLog,
    metrics: metricsRegistry,
    limiters: limits.limiters,
    countText: limits.countText,
    address: addressOf,
    async findVisiblePictures(pictureIds) {
      const inPhotos = await findVisiblePictures(db, pictureIds);
      const others = pictureIds.filter((id) => !inPhotos.has(id));
      return new Set([...inPhotos, ...(await findContentPictures(db, others))]);
    },
    siteName: readSiteName,
    siteLook,
    authenticate: tokens.authenticate,
    fetchInProcess: async (request) => router.fetch(request),
  });
  const product = await createProduct({
    config,
    clock,
    log,
    observability,
    storage,
    limits,
    outbox,
    tokens,
    integrations,
    siteName: readSiteName,
    siteLook,
    builtPages,
    addressOf,
  });
  outbox.handle({ ...integrations.handlers, ...product.handlers });
  // Only one server runs on a DATA_DIR, so no other process is still delivering.
  if (!config.databaseUrl) await outbox.takeOver();

  const pages = builtPages ? createPages(config, builtPages, integrations.origins, product) : undefined;
  const integrity = await createIntegrityCheck(database, log);
  const fastPath = await mountRoutes(router, {
    config,
    clock,
    log,
    observability,
    limits,
    addressOf,
    integrations,
    product,
    pages,
    integrity,
  });
  const deletedAgain = integrity.damage() ? 0 : await product.deleteErasedAgain();
  if (deletedAgain > 0)
    log.warn({ accounts: deletedAgain }, 'deleted accounts that a restored backup brought back');
  const jobs = [
    ...product.jobs,
    ...integrations.jobs,
    ...limits.jobs,
    ...createCleanUpJobs({ 'rejected-messages': () => removeExpiredRejected(database, clock()) }),
    ...(server ? [server.job] : []),
  ];
  const withLease = (job: Job) => (job.singleton ? withJobLease(database, job, databaseClock) : job);
  await startServing(database);
  return {
    router,
    fastPath,
    metrics: observability.metrics.app,
    builtInProviders: integrations.builtInProviders,
    refundPause: storage.refundPause,
    jobs: (config.databaseUrl ? jobs.map(withLease) : integrity.watch(jobs)).map(watchdog.watchJob),
    damage: integrity.damage,
    ownerLink: async () => (config.features.includes('staff') ? product.ownerLink() : undefined),
    async fillSamples() {
      const { adapters, uploadSample } = integrations;
      if (config.databaseUrl || config.production || !uploadSample || integrity.damage()) return false;
      return insertSampleData(database, adapters.images, uploadSample);
    },
    async close() {
      watchdog.stop();
      // If the database is down, the server's row remains until it expires.
      await server?.leave().catch(() => {});
      await storage.close();
      await tracing?.close();
      storage.unlock();
    },
  };
}
