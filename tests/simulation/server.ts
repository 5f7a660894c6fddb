import type { Hono } from 'hono';
import type { Kysely, KyselyPlugin } from 'kysely';
import type { Feature } from '#contract/features.ts';
import { AppError } from '#platform/errors.ts';
import { createOutbox, type OutboxHandler } from '#platform/jobs/outbox.ts';
import { createSecurityLog } from '#platform/observability/security-log.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { testDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { type Clock, days } from '#platform/time.ts';
import { createServer } from '#server/app.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  checkOpenPayments,
  expireStalePayments,
  readCardEvents,
} from '#server/features/payments/reconcile.ts';
import { createReminderLinks } from '#server/features/reminders/links.ts';
import { queueDueReminders } from '#server/features/reminders/remind.ts';
import type { AccessTokens } from '#server/features/users/access-tokens.ts';
import { findViewer } from '#server/features/users/repository.ts';
import type { Cards } from '#server/integrations/cards.ts';
import type { IdTokenClaims } from '#server/integrations/identity.ts';
import type { SendMail } from '#server/integrations/smtp.ts';
import { serverHandlers } from '#server/jobs.ts';
import type { Donor } from './donor.ts';
import type { MailServer } from './mail-server.ts';
import { type Provider, siteId } from './provider.ts';
import { ATOMIC, ConnectionBroken, Killed, type Life, type Stage } from './scheduler.ts';
import type { WatchedDatabase } from './watched-database.ts';

export type Process = ReturnType<typeof startProcess>;

/** What a server does that has forgotten something: to see that the simulation sees it. */
export type Sabotage = {
  /** Of the outbox. */
  handlers?: Record<string, OutboxHandler>;
  cards?: (cards: Cards) => Cards;
  /** By the number of the process. */
  clockOfLeases?: (clock: Clock, process: number) => Clock;
  plugins?: KyselyPlugin[];
  /** Statements that spoil the database at first. */
  prepare?: string[];
  /** In front of all routes. */
  app?: (app: Hono) => Pick<Hono, 'request'>;
  beforeReminders?: (db: Kysely<Tables>) => Promise<unknown>;
  withoutConfirmation?: boolean;
};

type Outside = {
  sabotage: Sabotage;
  stage: Stage;
  data: WatchedDatabase;
  provider: Provider;
  clock: () => number;
  mails: MailServer;
  /** Transactions of which the operator was told. */
  attention: Set<string>;
  /** Errors that no fault explains. */
  surprises: unknown[];
  donors: () => readonly Donor[];
};

const config = {
  identity: { provider: 'embedded', apiKey: '', authDomain: '', projectId: '', textMessages: false },
  images: { uploadUrl: '', key: '' },
  cards: { provider: 'sandbox', publishableKey: '' },
  features: ['reminders'] as Feature[],
} as const;

/** The identity provider vouches for each donor; their address is the ID token. Signatures have tests of their own. */
function identify(donors: readonly Donor[], idToken: string, now: number): IdTokenClaims {
  const donor = donors.find(({ email }) => email === idToken);
  if (!donor) throw new AppError('not-signed-in');
  return personOf(donor, now);
}

/** The id of a session is its token: signatures have tests of their own. */
export const tokensOf = (db: Kysely<Tables>): AccessTokens => ({
  issue: async ({ id }) => id,
  async authenticate({ headers }) {
    const viewer = await findViewer(db, headers.get('authorization')?.slice('Bearer '.length) ?? '');
    if (!viewer) throw new AppError('credentials-refused');
    return viewer;
  },
});

export const personOf = ({ userId, email }: Pick<Donor, 'userId' | 'email'>, now: number): IdTokenClaims => ({
  id: userId,
  email,
  emailVerified: true,
  issuedAt: now,
  authTime: now,
  expiresAt: now + days(7),
});

/** One life of the product server: all of its routes, and the jobs of payments, on a database that outlives it. */
export function startProcess(
  number: number,
  { sabotage, stage, data, provider, clock, mails, attention, surprises, donors }: Outside,
) {
  const life: Life = { ended: false };
  const notice = (error: unknown): undefined => {
    if (!isExplained(error)) surprises.push(error);
  };
  const opened = data.open({
    before: () => stage.enter('database', life),
    after: stage.leave,
    answered: stage.dawdle,
    // Tried again it may go well, but two transactions have waited for each other.
    refused: (error) => isDeadlock(error) && surprises.push(error),
  });
  const db = sabotage.plugins?.reduce((to, plugin) => to.withPlugin(plugin), opened) ?? opened;
  const sendMail: SendMail = async (mail, id, confirm) => {
    stage.leave(await stage.enter('mail server', life));
    if (!sabotage.withoutConfirmation) await confirm?.();
    const use = await stage.enter(ATOMIC, life);
    mails.receive(mail, id, use);
    stage.leave(use);
  };
  const outbox = createOutbox({
    db,
    clock,
    databaseClock: testDatabaseClock(sabotage.clockOfLeases?.(clock, number) ?? clock),
    handlers: {
      ...serverHandlers(() => deps, config.features),
      mail: sendMail,
      ...sabotage.handlers,
    },
    onFailure: notice,
  });
  const cards = provider.cardsFor(life);
  const options = {
    db,
    clock,
    outbox,
    cards: sabotage.cards?.(cards) ?? cards,
    publicUrl: 'http://localhost:3000',
    siteId,
    onAttention: ({ intentId }: { intentId: string }) => void attention.add(intentId),
    config,
    identity: {
      verify: async (idToken: string) => identify(donors(), idToken, clock()),
      readEnded: async () => [],
      isSessionActive: async () => true,
      removeAccount: async () => {},
      describeAccount: async () => undefined,
    },
    images: {
      uploadUrl: '',
      key: '',
      describe: async (img: string) => ({ img }),
      addressOf: (img: string) => img,
      remove: async () => {},
    },
    limiters: createMemoryLimiters(1_000_000),
    tokens: tokensOf(db.withTables<Tables>()),
    address: () => '',
    // A signature is made on another thread, whose order nobody draws.
    links: { ...createReminderLinks({ key: new Uint8Array(32), clock }), issue: async () => 'a-link' },
    sendMail,
    manyLanguages: false,
    admitRequest: async () => {},
    listsChanged: () => {},
    publicReads: <Result>(read: (from: Kysely<Tables>) => Promise<Result>) => read(db.withTables<Tables>()),
    admit: async () => {},
    events: createSecurityLog({ log: testLog(), key: 'a key for tests only' }),
    log: Object.assign(testLog(), { error: ({ err }: { err: unknown }) => notice(err) }),
  };
  const deps = { ...options, db: db.withTables<Tables>() };
  const server = createServer(options);
  const job =
    <Result>(work: () => Promise<Result>) =>
    () =>
      work().catch(notice);
  return {
    life,
    db: deps.db,
    app: sabotage.app?.(server) ?? server,
    lookAtOpen: job(() => checkOpenPayments(deps)),
    readEvents: job(() => readCardEvents(deps)),
    giveUp: job(() => expireStalePayments(deps)),
    remind: job(async () => {
      await sabotage.beforeReminders?.(deps.db);
      return queueDueReminders(deps);
    }),
    deliver: job(() => outbox.deliver()),
  };
}

const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === '40P01';

function isExplained(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExplained);
  return error instanceof Killed || error instanceof ConnectionBroken || error instanceof AppError;
}
