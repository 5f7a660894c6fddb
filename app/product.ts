import type { Context, Hono } from 'hono';
import type { Photo } from '#contract/photos.ts';
import { createListVersions } from '#platform/database/list-versions.ts';
import type { MemoScope } from '#platform/http/memo.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { Outbox, OutboxHandler } from '#platform/jobs/outbox.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/time.ts';
import { deleteAgain } from '#server/account-deletion.ts';
import { createServer } from '#server/app.ts';
import { createClinics } from '#server/clinics.ts';
import { createSchedulingLinks } from '#server/features/centers/scheduling-links.ts';
import { describeCenterPage } from '#server/features/centers/structured-data.ts';
import { createClaimLinks } from '#server/features/check-in/claim-links.ts';
import { createPasses } from '#server/features/check-in/passes.ts';
import { createSealing } from '#server/features/check-in/sealing.ts';
import { collectPaymentMetrics } from '#server/features/payments/administration.ts';
import type { OperatorAlert } from '#server/features/payments/payment-log-repository.ts';
import { listPhotos } from '#server/features/photos/repository.ts';
import { toPhoto } from '#server/features/photos/serialize.ts';
import { createOfferTokens } from '#server/features/place-offers/rules.ts';
import { createReminderLinks } from '#server/features/reminders/links.ts';
import { createEmailServerStore, toSmtpServer } from '#server/features/staff/email-server.ts';
import { sendsEmail } from '#server/features/staff/email-settings.ts';
import { readLogKey } from '#server/features/staff/log-key.ts';
import { readOwnerLink } from '#server/features/staff/owner-link.ts';
import type { AccessTokens } from '#server/features/users/access-tokens.ts';
import { publicReads } from '#server/http/public-reads.ts';
import { createMailer, removeOldMessages } from '#server/integrations/email.ts';
import { serverHandlers, serverJobs } from '#server/jobs.ts';
import { createBackups } from './backups/backups.ts';
import { isPrivate } from './config/checks.ts';
import type { Config } from './config/config.ts';
import { createErasedAccounts } from './erased-accounts.ts';
import { accountsOf } from './integrations/account-administration.ts';
import type { Integrations } from './integrations/integrations.ts';
import type { Limits } from './limits.ts';
import type { Observability } from './observability.ts';
import { otherBases } from './pages.ts';
import type { Storage } from './storage.ts';
import { version } from './version.ts';

export type Product = {
  /** Everything under /api. */
  app: Hono;
  jobs: Job[];
  handlers: Record<string, OutboxHandler>;
  /** The responses that are the same for everyone. */
  memoScopes: MemoScope[];
  /** SMART Scheduling Links, below /centers; undefined on a site without the staff side. */
  schedulingLinks: Hono | undefined;
  /** Deletes accounts that a restored backup brought back. Returns how many. */
  deleteErasedAgain: () => Promise<number>;
  /** Returns the link with which somebody becomes the first owner, while the site has none. */
  ownerLink: () => Promise<string | undefined>;
  /** Describes the page of a center; undefined if there is no such center. */
  describeCenterPage: (id: string) => ReturnType<typeof describeCenterPage>;
  /** Returns the newest photos, as `GET /api/photo` lists them. */
  firstPhotos: (limit: number) => Promise<Photo[]>;
};

type Options = {
  config: Config;
  clock: Clock;
  log: Log;
  observability: Observability;
  storage: Storage;
  limits: Limits;
  outbox: Outbox;
  tokens: AccessTokens;
  integrations: Integrations;
  addressOf: (c: Context) => string;
};

/** Creates the product server with its jobs and its handlers of outbox messages. */
export async function createProduct(options: Options): Promise<Product> {
  const { config, clock, log, observability, storage, limits, integrations, addressOf } = options;
  const { db } = storage;
  const servers = await createEmailServerStore(db, storage.getSecret);
  if (config.production && !config.smtpUrl && !(await servers.read()))
    log.warn('SMTP_URL is not set: emails are only written to files in DATA_DIR/outbox');
  const readSmtpServer = async () => {
    const found = await servers.read();
    return found && toSmtpServer(found.server);
  };
  const mailer = await createMailer({ ...config, readSmtpServer, folder: config.outboxDir, clock, log });
  const erased = createErasedAccounts(config.dataDir);
  const versions = createListVersions(db, clock);
  const accounts = accountsOf(config);
  const { identity, cards, images } = observability.traceAdapters(integrations.adapters);
  const payments = {
    ...{ db, clock, cards, outbox: options.outbox },
    publicUrl: config.publicUrl,
    siteId: storage.siteId,
    onStep: observability.onPayment,
    onOperatorAlert: (alert: OperatorAlert) =>
      log.error(alert, 'a payment needs a decision: npm run cli -- payments'),
  };
  const links = createReminderLinks({
    key: new TextEncoder().encode(await storage.getSecret('reminder-link-key')),
    clock,
  });
  const readSendsEmail = () => sendsEmail(db, { isSetByOperator: config.smtpUrl !== undefined });
  const clinics = createClinics(
    { ...payments, accounts },
    {
      tokens: createOfferTokens(new TextEncoder().encode(await storage.getSecret('place-offer-key'))),
      sendsTexts: config.smsUrl !== undefined,
      sendsEmail: readSendsEmail,
    },
    config.features,
  );
  const claimLinks = createClaimLinks({
    key: new TextEncoder().encode(await storage.getSecret('walk-in-link-key')),
    clock,
  });
  const passes = createPasses({ getSecret: storage.getSecret, clock });
  const sealing = createSealing({ getSecret: storage.getSecret, clock });
  collectPaymentMetrics(observability.metricsRegistry, db);
  const staffLogKey = await readLogKey(storage.getSecret);
  const app = createServer({
    ...{ payments, log, links, clinics, claimLinks, identity, images, addressOf },
    ...{ passes, sealing },
    tokens: options.tokens,
    securityLog: limits.securityLog,
    config: integrations.publicConfig,
    limiters: limits.limiters,
    administration: {
      accounts,
      backups: createBackups(config, { clock, log }),
    },
    staffLogKey,
    staffSettings: {
      servers,
      isSetByOperator: config.smtpUrl !== undefined,
      canBeUnencrypted: (host) => !config.needsTls || isPrivate(host),
      sendMail: mailer.sendMail,
      site: {
        version,
        cards: config.stripe ? 'stripe' : 'sandbox',
        images: config.images ? 'hosted' : 'built-in',
        identity: config.identity.provider === 'firebase' ? 'firebase' : 'built-in',
        database: config.databaseUrl ? 'postgresql' : 'sqlite',
      },
    },
    countRequest: (c) => limits.countRequest(addressOf(c)),
    countCenterRead: (c) => limits.countCenterRead(addressOf(c)),
    admit: limits.admit,
    onWrite: versions.expire,
  });
  const reminders = {
    ...{
      db,
      clock,
      identity,
      accounts,
      links,
      publicUrl: config.publicUrl,
      ...mailer,
      countText: limits.countText,
    },
    hasLanguages: config.features.includes('languages'),
  };
  return {
    app,
    jobs: [
      ...serverJobs(
        {
          ...{ ...payments, accounts, images, clinics },
          sendsEmail: readSendsEmail,
          // Whatever LOG_LEVEL is: only a head that left the database shows that the end of the log was removed.
          onLogHead: (head) => log.child({}, { level: 'info' }).info({ head }, 'head of the staff log'),
        },
        config.features,
      ),
      removeOldMessages(config.outboxDir, clock),
    ],
    handlers: {
      mail: mailer.sendMail,
      'decoy-mail': async () => {},
      'text-message': mailer.sendTextMessage,
      ...serverHandlers(
        {
          ...{ ...payments, ...reminders, images, clinics, recordErased: erased.add },
          sendsEmail: readSendsEmail,
        },
        config.features,
      ),
    },
    memoScopes: publicReads(versions, ['', ...otherBases]),
    schedulingLinks: config.features.includes('staff')
      ? createSchedulingLinks({ db, clock, publicUrl: config.publicUrl })
      : undefined,
    deleteErasedAgain: async () =>
      deleteAgain({ payments, outbox: options.outbox, identity, logKey: staffLogKey }, await erased.list()),
    ownerLink: () => readOwnerLink(db, { clock, logKey: staffLogKey, publicUrl: config.publicUrl }),
    describeCenterPage: (id) => describeCenterPage(db, id, { publicUrl: config.publicUrl, now: clock() }),
    firstPhotos: async (limit) => (await listPhotos(db, { limit })).map((row) => toPhoto({ images }, row)),
  };
}
