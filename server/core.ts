import type { Context } from 'hono';
import type { Feature } from '#contract/features.ts';
import type { Language } from '#contract/languages.ts';
import type { SiteGroups } from '#contract/site-content.ts';
import type { ListVersions } from '#platform/database/list-versions.ts';
import type { SiteLook } from '#platform/email-layout.ts';
import type { Job } from '#platform/job.ts';
import type { Outbox, OutboxHandler } from '#platform/jobs/outbox.ts';
import type { Log } from '#platform/observability/log.ts';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { RateLimiters } from '#platform/security/rate-limits.ts';
import type { GetSecret } from '#platform/security/secrets.ts';
import type { CountText } from '#platform/security/text-limits.ts';
import type { Clock } from '#platform/time.ts';
import type { SlotRow } from './db/center-tables.ts';
import type { OperatorAlert, PaymentStep } from './db/payment-tables.ts';
import type { Db, Trx } from './db/tables.ts';
import type { createFreeDays } from './features/centers/free-days.ts';
import type { Routes } from './http/route.ts';
import type { CardProvider } from './integrations/cards.ts';
import type { IdentityService } from './integrations/identity.ts';
import type { IdentityAccounts } from './integrations/identity-accounts.ts';
import type { Images } from './integrations/images.ts';
import type { SmsSender } from './integrations/sms.ts';
import type { SendMail } from './integrations/smtp.ts';

/**
 * The site's data, settings and adapters. The first parameter of each rule is this object or a part of it.
 */
export type Core = {
  db: Db;
  clock: Clock;
  outbox: Outbox;
  /** The address of the site, without a slash at the end. */
  publicUrl: string;
  /**
   * Returns the site's name in a language. Inside a transaction, pass
   * the transaction, because waiting there for a second connection could exhaust the pool.
   */
  siteName: (db: Db, language: Language) => Promise<string>;
  /** Returns the mark and the colors of emails. Pass the transaction, as for the name. */
  siteLook: (db: Db) => Promise<SiteLook>;
  /** Returns the languages of emails, the most important one first. Pass the transaction, as for the name. */
  languages: (db: Db) => Promise<readonly [Language, ...Language[]]>;
  features: readonly Feature[];
  /** The versions of the lists that are kept in memory. */
  listVersions: ListVersions;
  /** Reads the next free days of all centers. */
  freeDays: ReturnType<typeof createFreeDays>;
  /** The content of a site whose owner has published nothing. */
  siteDefaults: SiteGroups;
  log: Log;
  securityLog: SecurityLog;
  limiters: RateLimiters;
  /** Counts an invalid link against the client's address. @throws AppError too-many-requests (429) */
  countInvalidLink: (c: Context) => Promise<void>;

  identity: IdentityService;
  /** Undefined if Firebase has the accounts. */
  accounts: IdentityAccounts | undefined;
  /** Members' photos, which may be at a hosted service. */
  images: Images;
  /** The pictures of the owner's content, at the site's own host. */
  contentImages: Images;
  cards: CardProvider;
  /**
   * Stored in the metadata of our intents, because several sites may share an account of the card provider.
   */
  siteId: string;

  sendMail: SendMail;
  sendTextMessage: SmsSender;
  countText: CountText;
  /** Whether an email server is configured. If not, emails are written to files on the server. */
  sendsEmail: () => Promise<boolean>;
  /** Whether a service for text messages is configured (SMS_URL). */
  sendsTexts: boolean;

  getSecret: GetSecret;
  /** The key of the staff log. */
  logKey: Uint8Array;
  /** The keys that sign links, one for each purpose. */
  linkKeys: { offers: Uint8Array; reminders: Uint8Array; walkIns: Uint8Array };

  /** Called for each step of a payment after its commit, and for declined cards. */
  onPaymentStep?: ((step: PaymentStep | 'declined') => void) | undefined;
  /** Called after the commit when the operator must act. */
  onOperatorAlert?: ((alert: OperatorAlert) => void) | undefined;
  /**
   * Called in the transaction that frees a slot, to offer it to the waiting list. A hook avoids an import
   * cycle, because the waiting list imports appointments, and appointments free slots.
   */
  onSlotFreed: (trx: Trx, slot: Pick<SlotRow, 'center_id' | 'day' | 'time'>) => Promise<void>;
};

/** The endpoints, handlers and jobs that a feature adds to the site. */
export type Registration = {
  /** Adds the feature's endpoints. */
  mount?: (routes: Routes) => void;
  jobs?: Job[];
  /** Outbox handlers, keyed by the kind of message. */
  handlers?: Record<string, OutboxHandler>;
  /** Functions that delete old rows, keyed by what they delete. Run every hour. */
  cleanUps?: Record<string, () => Promise<unknown>>;
};
