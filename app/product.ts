import type { Context, Hono } from 'hono';
import { languageBase } from '#contract/languages.ts';
import { createSiteDefaults } from '#contract/site-defaults.ts';
import { createListVersions } from '#platform/database/list-versions.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import type { MemoScope } from '#platform/http/memo.ts';
import type { Job } from '#platform/job.ts';
import type { Outbox, OutboxHandler } from '#platform/jobs/outbox.ts';
import type { Log } from '#platform/observability/log.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import type { Clock } from '#platform/time.ts';
import { createServer } from '#server/app.ts';
import type { Core } from '#server/core.ts';
import { deleteRestoredAccounts } from '#server/features/account/deletion.ts';
import { createFreeDays } from '#server/features/centers/free-days.ts';
import { createSchedulingLinks } from '#server/features/centers/scheduling-links.ts';
import { collectPaymentMetrics } from '#server/features/payments/operator.ts';
import { createEmailServerStore, toSmtpServer } from '#server/features/site-administration/email-server.ts';
import { sendsEmail } from '#server/features/site-administration/email-settings.ts';
import { readOwnerLink } from '#server/features/site-administration/owner-link.ts';
import { findLanguages, readSiteContent } from '#server/features/site-content/rules.ts';
import { readLogKey } from '#server/features/staff-log/log-key.ts';
import type { AccessTokens } from '#server/features/users/access-tokens.ts';
import { offerToNextMember } from '#server/features/waiting-list/rules.ts';
import { createPublicReadScopes } from '#server/http/public-reads.ts';
import { createMailer, removeOldMessages } from '#server/integrations/email.ts';
import { serverHandlers, serverJobs } from '#server/jobs.ts';
import { registerFeatures } from '#server/registrations.ts';
import { createBackups } from './backups/backups.ts';
import { collectDiskMetrics } from './checks/disk-metrics.ts';
import { createSiteChecks } from './checks/site-checks.ts';
import { isPrivate } from './config/checks.ts';
import type { Config } from './config/config.ts';
import { type ContentFiles, createContentFiles } from './content-files.ts';
import { createErasedAccounts } from './erased-accounts.ts';
import { joinPath } from './find-page.ts';
import { getIdentityAccounts } from './integrations/identity-accounts.ts';
import type { Integrations } from './integrations/integrations.ts';
import type { Limits } from './limits.ts';
import { readLinkKeys } from './link-keys.ts';
import type { Observability } from './observability.ts';
import { createPageContent, type PageContent } from './page-content.ts';
import { type BuiltPages, createRenderer } from './pages.ts';
import type { SiteLookReader, SiteName } from './site-look.ts';
import type { Storage } from './storage.ts';
import { version } from './version.ts';

/** Limit per client address and hour. Tokens cannot be guessed, so this only limits the load. */
const INVALID_LINK_LIMIT: RateLimit = { points: 60, seconds: 3600 };

export type Product = {
  /** Everything under /api. */
  app: Hono;
  jobs: Job[];
  handlers: Record<string, OutboxHandler>;
  /** The responses that are the same for everyone. */
  memoScopes: MemoScope[];
  /** SMART Scheduling Links, below /centers, or undefined on a site without the staff side. */
  schedulingLinks: Hono | undefined;
  /** Deletes the accounts that a restored backup brought back. Returns their number. */
  deleteErasedAgain: () => Promise<number>;
  /** Returns the link that makes a person the first owner, or undefined if the site has an owner. */
  ownerLink: () => Promise<string | undefined>;
  pageContent: PageContent;
  contentFiles: ContentFiles;
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
  siteName: SiteName;
  siteLook: SiteLookReader;
  /** If absent, content has no preview. */
  builtPages: BuiltPages | undefined;
  addressOf: (c: Context) => string;
};

/** Creates the product server with its jobs and its handlers of outbox messages. */
export async function createProduct(options: Options): Promise<Product> {
  const { config, clock, log, observability, storage, limits, integrations, builtPages, addressOf } = options;
  const { db } = storage;
  const servers = await createEmailServerStore(db, storage.getSecret);
  if (config.production && !config.smtpUrl && !(await servers.read()))
    log.warn('SMTP_URL is not set: emails are only written to files in DATA_DIR/outbox');
  const readSmtpServer = async () => {
    const found = await servers.read();
    return found && toSmtpServer(found.server);
  };
  const emailServers = { smtpUrl: config.smtpUrl, readSmtpServer };
  const mailer = await createMailer({ ...config, ...emailServers, folder: config.outboxDir, clock, log });
  const erased = createErasedAccounts(config.dataDir);
  const versions = createListVersions(db, clock);
  const { identity, cards, images, contentImages } = observability.traceAdapters(integrations.adapters);
  const isSetByOperator = config.smtpUrl !== undefined;
  const countInvalidLink = createRequestLimit(limits.limiters('reminder-links', INVALID_LINK_LIMIT));
  const core: Core = {
    db,
    clock,
    outbox: options.outbox,
    publicUrl: config.publicUrl,
    siteName: options.siteName,
    siteLook: options.siteLook,
    languages: (database) => findLanguages(core, database),
    features: config.features,
    listVersions: versions,
    freeDays: createFreeDays({ db, clock }),
    siteDefaults: createSiteDefaults({
      contactEmail: config.contactEmail,
      canTakePayments: config.cards !== 'none',
    }),
    log,
    securityLog: limits.securityLog,
    limiters: limits.limiters,
    countInvalidLink: (c) => countInvalidLink(addressOf(c)),
    identity,
    accounts: getIdentityAccounts(config),
    images,
    contentImages,
    cards,
    siteId: storage.siteId,
    sendMail: async (email, id, confirm) => {
      const { contact } = await readSiteContent(core);
      await mailer.sendMail({ ...email, replyTo: contact.email }, id, confirm);
      checks.repeatIfFailed('email');
    },
    sendTextMessage: mailer.sendTextMessage,
    countText: limits.countText,
    sendsEmail: () => sendsEmail(db, { isSetByOperator }),
    sendsTexts: config.smsUrl !== undefined,
    getSecret: storage.getSecret,
    logKey: await readLogKey(storage.getSecret),
    linkKeys: await readLinkKeys(storage.getSecret),
    onPaymentStep: observability.onPayment,
    onOperatorAlert: (alert) => log.error(alert, 'a payment needs a decision: npm run cli -- payments'),
    onSlotFreed: async (trx, slot) => void (await offerToNextMember(core, trx, slot)),
  };
  collectDiskMetrics(observability.metricsRegistry, config);
  collectPaymentMetrics(observability.metricsRegistry, db);
  const pageContent = createPageContent(core, versions, integrations.publicConfig);
  const renderPage = builtPages && createRenderer(config, builtPages, pageContent);
  const backups = createBackups(config, {
    clock,
    log,
    metrics: observability.metricsRegistry,
    onEnd: () => checks.repeat('backup'),
  });
  const checks = createSiteChecks({
    config,
    database: storage.database,
    emailServers,
    checkBackup: backups.check,
    clock,
    log,
    metrics: observability.metricsRegistry,
  });
  const registrations = registerFeatures(core, {
    renderPreview:
      renderPage &&
      (({ path, language, content }) => renderPage(joinPath(languageBase[language], path), content)),
    publicConfig: integrations.publicConfig,
    tokens: options.tokens,
    admit: limits.admit,
    recordErased: erased.add,
    backups,
    findProblems: checks.problems,
    settings: {
      servers,
      isSetByOperator,
      canBeUnencrypted: (host) => !config.needsTls || isPrivate(host),
      site: {
        version,
        cards: config.cards,
        images: config.images ? 'hosted' : 'built-in',
        identity: config.identity.provider === 'firebase' ? 'firebase' : 'built-in',
        database: config.databaseUrl ? 'postgresql' : 'sqlite',
      },
    },
  });
  return {
    app: createServer(core, registrations, {
      tokens: options.tokens,
      admit: limits.admit,
      countRequest: (c) => limits.countRequest(addressOf(c)),
      countCenterRead: (c) => limits.countCenterRead(addressOf(c)),
      onWrite: versions.expire,
    }),
    jobs: [
      ...serverJobs(core, registrations),
      removeOldMessages(config.outboxDir, clock),
      ...backups.jobs,
      checks.job,
    ],
    handlers: serverHandlers(core, registrations),
    memoScopes: createPublicReadScopes(versions),
    schedulingLinks: config.features.includes('staff')
      ? createSchedulingLinks({ db, clock, publicUrl: config.publicUrl })
      : undefined,
    deleteErasedAgain: async () => deleteRestoredAccounts(core, await erased.list()),
    ownerLink: () => readOwnerLink(core),
    pageContent,
    contentFiles: createContentFiles(core),
  };
}
