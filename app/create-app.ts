import { Hono } from 'hono';
import type { DatabaseClock } from '#platform/database/database-clock.ts';
import { createIntegrityCheck } from '#platform/database/integrity.ts';
import { startServing } from '#platform/database/open.ts';
import { assertNotMigrated, openDataFolder } from '#platform/files/data-folder.ts';
import { clientAddress, trustedSender } from '#platform/http/client-address.ts';
import { mountHealth } from '#platform/http/health.ts';
import { createRateLimits, createRequestLimit, rateLimitPages } from '#platform/http/limits.ts';
import { mountMiddleware } from '#platform/http/middleware.ts';
import type { RequestHandler } from '#platform/http/tuning/response-cache.ts';
import { type Job, withJobLease } from '#platform/jobs/jobs.ts';
import { createOutbox } from '#platform/jobs/outbox.ts';
import { removeExpiredRejected } from '#platform/jobs/outbox-rejected.ts';
import type { Log } from '#platform/observability/log.ts';
import { createSecurityLog } from '#platform/observability/security-log.ts';
import { createWatchdog } from '#platform/observability/watchdog.ts';
import { withRateLimitMetrics } from '#platform/security/rate-limits.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { createServer } from '#server/app.ts';
import { collectPaymentMetrics } from '#server/features/payments/administration.ts';
import type { Attention } from '#server/features/payments/payment-log-repository.ts';
import { openSiteEnvironment } from '#server/features/payments/site.ts';
import { findShownPictures, listPhotos } from '#server/features/photos/repository.ts';
import { toPhoto } from '#server/features/photos/serialize.ts';
import { createReminderLinks } from '#server/features/reminders/links.ts';
import { createAccessTokens } from '#server/features/users/access-tokens.ts';
import { createPublicListCache } from '#server/http/public-list-cache.ts';
import { createMailer, removeOldMessages } from '#server/integrations/email.ts';
import { serverHandlers, serverJobs } from '#server/jobs.ts';
import type { Config } from './config/config.ts';
import { openAppDatabase } from './database.ts';
import { createIntegrations } from './integrations/integrations.ts';
import { createObservability } from './observability.ts';
import { createPages } from './pages.ts';
import { insertSampleData } from './sample-data/fill.ts';

export type App = {
  router: Hono;
  /** In front of the app: answers what many ask for, and refuses what is too much. */
  fastPath: RequestHandler;
  /** For a port of its own. */
  metrics: Hono;
  /** The third parties that something of ours stands in for. */
  builtInProviders: string[];
  /** Why automatic refunds are held, if they are. */
  refundsHeld: string | undefined;
  jobs: Job[];
  /** Fills an empty embedded site with samples. */
  fillSamples(): Promise<boolean>;
  damage(): string | undefined;
  close(): Promise<void>;
};

export type AppOptions = {
  config: Config;
  clock: Clock;
  /** Decides leases; that of the database unless a test sets another. */
  databaseClock?: DatabaseClock;
  log: Log;
  /** The built pages; without them only the services are there. */
  siteFolder?: string;
  /** Where this process listens: `http://127.0.0.1:3000`; without it a stand-in reaches the server in memory. */
  listensAt?: string;
};

/** The whole house: database, product server, third parties or what stands in for them, pages. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock, log, siteFolder, listensAt } = options;
  const { databaseUrl: url, dataDir, publicUrl, limitScale } = config;
  if (!url) assertNotMigrated(dataDir);
  const { exposed } = openDataFolder(dataDir, ['outbox', 'images']);
  if (exposed.length > 0)
    log.warn({ paths: exposed }, 'other users of this machine can read these: run chmod go-rwx on them');
  const { metrics, metricsRegistry, tracing, ...seeing } = await createObservability(config.tracing, log);
  const watchdog = createWatchdog(log, metricsRegistry);
  const watch = { metricsRegistry, traced: tracing !== undefined };
  const data = await openAppDatabase({ config, clock, log, watch });
  const { database, db, replica, publicReads } = data;
  const secrets = await openSecrets({
    db: database,
    secretKey: config.secretKey,
    dataDir: url ? undefined : dataDir,
  });
  if (config.production && !config.smtpUrl)
    log.warn('SMTP_URL is not set: no email reaches anybody; each is written to a file in DATA_DIR/outbox');
  const messenger = await createMailer({ ...config, folder: config.outboxDir, clock, log });
  const outbox = createOutbox({
    db: database,
    clock,
    databaseClock: options.databaseClock,
    metrics: metricsRegistry,
    tracing,
    handlers: {
      mail: messenger.sendMail,
      'decoy-mail': async () => {},
      'text-message': messenger.sendTextMessage,
      'card-event': (event: { eventId: string }) => integrations.deliverCardEvent(event),
      'sessions-ended': (ended: Parameters<typeof integrations.notifySessionsEnded>[0]) =>
        integrations.notifySessionsEnded(ended),
      ...serverHandlers(() => deps, config.features),
    },
    onFailure: (error, kind) => log.warn({ err: error, kind }, 'delivery failed; it will be tried again'),
  });
  // One server on a DATA_DIR, so whatever was being delivered fell with the one before.
  if (!url) await outbox.takeOver();
  const { siteId, held } = await openSiteEnvironment({ url, dataDir, db, log });
  collectPaymentMetrics(metricsRegistry, db);
  const tokens = createAccessTokens({
    db,
    key: new TextEncoder().encode(await secrets('access-token-key')),
    issuer: `${publicUrl}/api`,
    clock,
  });

  const limits = await createRateLimits({
    redisUrl: config.redisUrl,
    shared: url ? database : undefined,
    scale: limitScale,
    log,
    clock,
  });
  const events = createSecurityLog({ log, key: await secrets('event-name-key') });
  const limiters = withRateLimitMetrics(limits.limiters, (limit) => {
    seeing.onRefused(limit);
    events.warn('limit met', { limit });
  });
  const app = new Hono();
  const address = clientAddress(config.trustProxy);
  const integrations = await createIntegrations({
    config,
    database,
    secrets,
    outbox,
    clock,
    log,
    events,
    metrics: metricsRegistry,
    address,
    limiters,
    shown: (imgs) => findShownPictures(db, imgs),
    authenticate: tokens.authenticate,
    inside: (request) => Promise.resolve(app.fetch(request)),
    listensAt,
  });
  const lists = createPublicListCache();
  const firstPhotos = async (limit: number) =>
    (await publicReads((from) => listPhotos(from, { limit }))).map((row) => toPhoto(deps, row));
  const site =
    siteFolder === undefined ? undefined : createPages(config, siteFolder, integrations.origins, firstPhotos);
  const hot = await mountMiddleware(app, {
    secure: publicUrl.startsWith('https:'),
    cacheScopes: [lists.place, ...integrations.cacheScopes, ...(site ? [site.cacheScope] : [])],
    overloadBody: integrations.refusalBody,
    // A request for a stale list renews the cache for all, so it must never be rejected.
    isExempt: (url) => lists.has(url),
    trustsSender: trustedSender(config.trustProxy),
    clock,
    metrics,
    metricsRegistry,
    log,
    tracing,
    address,
    watchdog,
  });
  const integrity = await createIntegrityCheck(database, log);
  mountHealth(app, integrity.ready);
  const deps = {
    db,
    clock,
    outbox,
    publicUrl,
    siteId,
    onStep: seeing.onPayment,
    onAttention: (attention: Attention) =>
      log.error(attention, 'a payment needs a decision: npm run cli -- payments'),
    links: createReminderLinks({
      key: new TextEncoder().encode(await secrets('reminder-link-key')),
      clock,
    }),
    sendMail: messenger.sendMail,
    manyLanguages: config.features.includes('languages'),
    ...seeing.watchedParties(integrations.adapters),
  };

  const perAddress = createRequestLimit(limiters('requests', { points: 6000, seconds: 60, flood: true }));
  const writesPerMember = createRequestLimit(limiters('writes', { points: 300, seconds: 60, flood: true }));
  const server = createServer({
    ...deps,
    db: database,
    log,
    events,
    publicUrl,
    config: integrations.publicConfig,
    limiters,
    tokens,
    publicReads,
    listsChanged() {
      replica?.changed();
      lists.changed();
    },
    address,
    admitRequest: (c) => perAddress(address(c)),
    admit: async ({ userId }, method) => {
      if (method !== 'GET') await writesPerMember(userId);
    },
  });
  app.route('/api', server);
  for (const [path, builtInProvider] of integrations.mounted) app.route(path, builtInProvider);
  if (site) {
    app.use(rateLimitPages((c) => perAddress(address(c))));
    app.route('/', site.app);
  }

  const jobs = [
    ...serverJobs(deps, config.features),
    removeOldMessages(config.outboxDir, clock),
    ...integrations.jobs,
    ...limits.jobs,
    removeExpiredRejected(database, clock),
    ...(replica ? [replica.job] : []),
  ];
  const shared = (job: Job) => (job.singleton ? withJobLease(database, job, options.databaseClock) : job);
  await startServing(database);
  return {
    router: app,
    fastPath: hot,
    metrics: metrics.app,
    builtInProviders: integrations.builtInProviders,
    refundsHeld: held,
    jobs: (url ? jobs.map(shared) : integrity.watch(jobs)).map(watchdog.watchJob),
    damage: integrity.damage,
    fillSamples: async () => {
      const { uploadSample } = integrations;
      if (url || config.production || !uploadSample || integrity.damage()) return false;
      return insertSampleData(database, deps.images, uploadSample);
    },
    async close() {
      watchdog.stop();
      limits.close();
      await data.close();
      await tracing?.close();
      data.unlock();
    },
  };
}
