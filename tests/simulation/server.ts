import type { Hono } from 'hono';
import type { Kysely, KyselyPlugin } from 'kysely';
import type { Feature } from '#contract/features.ts';
import { AppError } from '#platform/errors.ts';
import { createOutbox, type OutboxHandler } from '#platform/jobs/outbox.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { createTestDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { type Clock, days } from '#platform/time.ts';
import { createServer } from '#server/app.ts';
import type { Tables } from '#server/db/tables.ts';
import { linkLateBookings } from '#server/features/centers/link-late-bookings.ts';
import {
  checkOpenPayments,
  expireStalePayments,
  readCardEvents,
} from '#server/features/payments/reconcile.ts';
import { queueDueReminders } from '#server/features/reminders/remind.ts';
import type { AccessTokens } from '#server/features/users/access-tokens.ts';
import { findViewer } from '#server/features/users/repository.ts';
import {
  endExpiredHolds,
  offerFreeSlots,
  releaseUnusableHolds,
} from '#server/features/waiting-list/rules.ts';
import type { CardProvider } from '#server/integrations/cards.ts';
import type { IdTokenClaims } from '#server/integrations/identity.ts';
import type { SendMail } from '#server/integrations/smtp.ts';
import { serverHandlers } from '#server/jobs.ts';
import { registerFeatures } from '#server/registrations.ts';
import { createTestCore } from '#server/testing/test-core.ts';
import type { Donor } from './donor.ts';
import type { MailServer } from './mail-server.ts';
import { type Provider, siteId } from './provider.ts';
import {
  ConnectionError,
  EMAIL_CONTENT_STEP,
  ProcessKilledError,
  type ProcessState,
  type Simulation,
} from './scheduler.ts';
import type { WatchedDatabase } from './watched-database.ts';

export type Process = ReturnType<typeof startProcess>;

/** Changes that break the server in one way, to prove that the simulation detects it. */
export type Mutation = {
  /** Outbox handlers that replace others. */
  handlers?: Record<string, OutboxHandler>;
  cards?: (cards: CardProvider) => CardProvider;
  /** Returns the clock for leases of the process with this number. */
  leaseClock?: (clock: Clock, process: number) => Clock;
  plugins?: KyselyPlugin[];
  /** SQL statements that change the database before the start. */
  prepare?: string[];
  /** Wraps all routes. */
  app?: (app: Hono) => Pick<Hono, 'request'>;
  beforeReminders?: (db: Kysely<Tables>) => Promise<unknown>;
  withoutConfirmation?: boolean;
};

type Environment = {
  mutation: Mutation;
  simulation: Simulation;
  data: WatchedDatabase;
  provider: Provider;
  clock: () => number;
  mailServer: MailServer;
  /** Ids of the transactions that were reported to the operator. */
  operatorAlerts: Set<string>;
  /** Errors without a fault that explains them. */
  unexpectedErrors: unknown[];
  donors: () => readonly Donor[];
  hasClinics: boolean;
};

const config = {
  version: '',
  identity: { provider: 'embedded', apiKey: '', authDomain: '', projectId: '', textMessages: false },
  images: { uploadUrl: '', key: '' },
  contentImages: { uploadUrl: '', key: '' },
  cards: { provider: 'sandbox', publishableKey: '' },
} as const;
const features = (hasClinics: boolean): Feature[] => [
  'reminders',
  ...(hasClinics ? (['staff'] as const) : []),
];

/** Verifies a donor's ID token, which is the email address here. Signatures have their own tests. */
function identify(donors: readonly Donor[], idToken: string, now: number): IdTokenClaims {
  const donor = donors.find(({ email }) => email === idToken);
  if (!donor) throw new AppError('not-signed-in');
  return createClaims(donor, now);
}

/** Access tokens that equal the session id. Signatures have their own tests. */
export const createTestTokens = (db: Kysely<Tables>): AccessTokens => ({
  issue: async ({ id }) => id,
  async authenticate({ headers }) {
    const viewer = await findViewer(db, headers.get('authorization')?.slice('Bearer '.length) ?? '');
    if (!viewer) throw new AppError('credentials-refused');
    return viewer;
  },
});

export const createClaims = (
  { userId, email }: Pick<Donor, 'userId' | 'email'>,
  now: number,
): IdTokenClaims => ({
  id: userId,
  email,
  emailVerified: true,
  issuedAt: now,
  authTime: now,
  expiresAt: now + days(7),
});

/**
 * Starts a process of the product server with all its routes and the jobs of the simulation, on a database
 * that outlives it.
 */
export function startProcess(
  number: number,
  {
    mutation,
    simulation,
    data,
    provider,
    clock,
    mailServer,
    operatorAlerts,
    unexpectedErrors,
    donors,
    hasClinics,
  }: Environment,
) {
  const processState: ProcessState = { hasEnded: false };
  const publicConfig = { ...config, features: features(hasClinics) };
  const reportUnexpected = (error: unknown): undefined => {
    if (!isExplained(error)) unexpectedErrors.push(error);
  };
  const opened = data.open({
    before: () => simulation.startStep('database', processState),
    after: simulation.finishStep,
    onResult: simulation.randomDelay,
    // Report a deadlock of two transactions even if a retry succeeds.
    onError: (error) => isDeadlock(error) && unexpectedErrors.push(error),
  });
  const db = mutation.plugins?.reduce((to, plugin) => to.withPlugin(plugin), opened) ?? opened;
  const sendMail: SendMail = async (mail, id, confirm) => {
    simulation.finishStep(await simulation.startStep('mail server', processState));
    if (!mutation.withoutConfirmation) await confirm?.();
    const step = await simulation.startStep(EMAIL_CONTENT_STEP, processState);
    mailServer.receive(mail, id, step);
    simulation.finishStep(step);
  };
  const outbox = createOutbox({
    db,
    clock,
    databaseClock: createTestDatabaseClock(mutation.leaseClock?.(clock, number) ?? clock),
    onFailure: reportUnexpected,
  });
  const cards = provider.cardsFor(processState);
  const tables = db.withTables<Tables>();
  const publicUrl = 'http://localhost:3000';
  const core = createTestCore(tables, undefined, {
    clock,
    outbox,
    cards: mutation.cards?.(cards) ?? cards,
    publicUrl,
    siteId,
    features: publicConfig.features,
    log: Object.assign(testLog(), { error: ({ err }: { err: unknown }) => reportUnexpected(err) }),
    limiters: createMemoryLimiters(1_000_000),
    identity: {
      verify: async (idToken: string) => identify(donors(), idToken, clock()),
      findActiveSession: async () => ({}),
      removeAccount: async () => {},
      sendConfirmation: async () => {},
      describeAccount: async () => undefined,
    },
    accounts: undefined,
    sendMail,
    countText: async () => undefined,
    onOperatorAlert: ({ intentId }) => void operatorAlerts.add(intentId),
  });
  const tokens = createTestTokens(tables);
  const registrations = registerFeatures(core, {
    publicConfig,
    tokens,
    admit: async () => {},
    recordErased: async () => {},
    findProblems: () => [],
    backups: {
      state: 'postgresql',
      list: async () => [],
      isRunning: () => false,
      failure: () => undefined,
      start: async () => false,
    },
    settings: {
      servers: { read: async () => undefined, encrypt: async () => '' },
      isSetByOperator: false,
      canBeUnencrypted: () => true,
      site: { version: '0', cards: 'sandbox', images: 'built-in', identity: 'built-in', database: 'sqlite' },
    },
  });
  outbox.handle({ ...serverHandlers(core, registrations), ...mutation.handlers });
  const server = createServer(core, registrations, {
    tokens,
    admit: async () => {},
    countRequest: async () => {},
    countCenterRead: async () => {},
    onWrite: () => {},
  });
  const job =
    <Result>(work: () => Promise<Result>) =>
    () =>
      work().catch(reportUnexpected);
  return {
    processState,
    db: tables,
    app: mutation.app?.(server) ?? server,
    checkOpenPayments: job(() => checkOpenPayments(core)),
    readEvents: job(() => readCardEvents(core)),
    expireStalePayments: job(() => expireStalePayments(core)),
    queueReminders: job(async () => {
      await mutation.beforeReminders?.(tables);
      return queueDueReminders(core);
    }),
    deliver: job(() => outbox.deliver()),
    offerSlots: job(async () => {
      if (!hasClinics) return;
      await linkLateBookings(core);
      await endExpiredHolds(core);
      await releaseUnusableHolds(core);
      await offerFreeSlots(core);
    }),
  };
}

const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === '40P01';

function isExplained(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExplained);
  return error instanceof ProcessKilledError || error instanceof ConnectionError || error instanceof AppError;
}
