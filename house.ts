import { Hono } from 'hono';
import { memberPages, notFoundPage, publicPages } from '#contract/site.ts';
import { openDataFolder } from '#platform/data-folder.ts';
import { lockDataDir } from '#platform/database/lock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase, ping } from '#platform/database/open.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import { frontDoor } from '#platform/http/front-door.ts';
import { mountHealth } from '#platform/http/health.ts';
import { createHotAnswers, type HotDoor } from '#platform/http/hot-answers.ts';
import { createLimit } from '#platform/http/limits.ts';
import { createMetrics } from '#platform/http/metrics.ts';
import { createSite } from '#platform/http/site.ts';
import type { Job } from '#platform/jobs.ts';
import type { Log } from '#platform/logs.ts';
import { createOutbox } from '#platform/outbox.ts';
import { platformMigrations } from '#platform/schema/migrations.ts';
import { openSecrets } from '#platform/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { createServer } from '#server/app.ts';
import { galleryAhead } from '#server/features/photos/gallery-ahead.ts';
import { toPhoto } from '#server/features/photos/present.ts';
import { listPhotos, photosShowing } from '#server/features/photos/repository.ts';
import { createAccessTokens } from '#server/features/users/access-tokens.ts';
import { serverHandlers, serverJobs } from '#server/jobs.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import type { Tables } from '#server/schema/tables.ts';
import { createMessenger } from '#server/third-parties/mail.ts';
import type { createSmtp as CreateSmtp, SendMail } from '#server/third-parties/smtp.ts';
import { createTextMessages } from '#server/third-parties/text-messages.ts';
import type { Config } from './config.ts';
import { fillSamples } from './samples/fill.ts';
import { openThirdParties, standInMigrations } from './third-parties.ts';

export type House = {
  app: Hono;
  /** Answers before the app what many ask for. */
  hot: HotDoor;
  /** For a port of its own. */
  metrics: Hono;
  /** The third parties that something of ours stands in for. */
  standIns: string[];
  jobs: Job[];
  /** Fills an empty embedded site with samples. */
  fillSamples(): Promise<boolean>;
  close(): Promise<void>;
};

export type HouseOptions = {
  config: Config;
  clock: Clock;
  log: Log;
  /** The built pages; without them only the services are there. */
  siteFolder?: string;
  /** Where this process listens: `http://127.0.0.1:3000`; without it a stand-in reaches the server in memory. */
  listensAt?: string;
};

/** The whole house: database, product server, third parties or what stands in for them, pages. */
export async function openHouse({ config, clock, log, siteFolder, listensAt }: HouseOptions): Promise<House> {
  const { databaseUrl: url, dataDir, publicUrl, limitScale } = config;
  openDataFolder(dataDir, ['outbox', 'images']);
  const database = await openDatabase(url ? { url } : { dataDir });
  const lock = url ? undefined : lockDataDir(dataDir);
  await migrate(database, [platformMigrations, serverMigrations, ...standInMigrations]);
  const db = database.withTables<Tables>();
  const secrets = await openSecrets({
    db: database,
    secretKey: config.secretKey,
    dataDir: url ? undefined : dataDir,
  });
  const domain = new URL(publicUrl).hostname;
  const from = `Blood Buddies <no-reply@${domain}>`;
  const messenger = createMessenger({
    sendMail: config.smtpUrl ? await openSmtp({ url: config.smtpUrl, from, domain, clock, log }) : undefined,
    sendTextMessage: config.smsUrl ? createTextMessages({ url: config.smsUrl, clock, log }) : undefined,
    from,
    folder: config.outboxDir,
    log,
  });
  const outbox = createOutbox({
    db: database,
    clock,
    handlers: {
      mail: messenger.sendMail,
      'text-message': messenger.sendTextMessage,
      'card-event': (event: { eventId: string }) => parties.deliverCardEvent(event),
      ...serverHandlers(() => room),
    },
    onFailure: (error, kind) => log.warn({ err: error, kind }, 'delivery failed; it will be tried again'),
  });
  const tokens = createAccessTokens({
    db,
    key: new TextEncoder().encode(await secrets('access-token-key')),
    issuer: `${publicUrl}/api`,
    clock,
  });

  const app = new Hono();
  const address = clientAddress(config.trustProxy);
  const parties = await openThirdParties({
    config,
    database,
    secrets,
    outbox,
    clock,
    log,
    address,
    shown: (imgs) => photosShowing(db, imgs),
    authenticate: tokens.authenticate,
    inside: (request) => Promise.resolve(app.fetch(request)),
    listensAt,
  });
  const metrics = createMetrics(['api', 'identity', 'images', 'cards']);
  const hot = createHotAnswers({ places: parties.hotPlaces, clock, record: metrics.record });
  app.use(hot.keep);
  app.use(metrics.observe);
  app.use(frontDoor({ secure: publicUrl.startsWith('https:') }));
  mountHealth(app, () => ping(database));
  const room = { db, clock, outbox, publicUrl, ...parties.adapters };

  const perAddress = createLimit({ points: 6000, seconds: 60 }, limitScale);
  const writesPerMember = createLimit({ points: 300, seconds: 60 }, limitScale);
  const server = createServer({
    ...room,
    db: database,
    log,
    publicUrl,
    config: parties.publicConfig,
    limitScale,
    tokens,
    admitRequest: (c) => perAddress(address(c)),
    admit: async ({ userId }, method) => {
      if (method !== 'GET') await writesPerMember(userId);
    },
  });
  app.route('/api', server);
  for (const [path, standIn] of parties.mounted) app.route(path, standIn);
  if (siteFolder) {
    app.route(
      '/',
      createSite({
        folder: siteFolder,
        publicUrl,
        publicPages,
        notFoundPage,
        browserPages: memberPages,
        ahead: {
          '/dashboard/gallery': () =>
            galleryAhead(async (limit) => (await listPhotos(db, { limit })).map((row) => toPhoto(room, row))),
        },
        allowed: parties.origins,
      }),
    );
  }

  return {
    app,
    hot: hot.answer,
    metrics: metrics.app,
    standIns: parties.standIns,
    jobs: [...serverJobs(room), ...parties.jobs],
    fillSamples: async () => {
      const { uploadSample } = parties;
      if (url || config.production || !uploadSample) return false;
      return fillSamples(database, room.images, uploadSample);
    },
    async close() {
      await database.destroy();
      lock?.release();
    },
  };
}

/** Its package is large: it loads where there is a mail server. */
async function openSmtp(options: Parameters<typeof CreateSmtp>[0]): Promise<SendMail> {
  const { createSmtp } = await import('#server/third-parties/smtp.ts');
  return createSmtp(options);
}
