import type { Kysely } from 'kysely';
import type { Part } from '#contract/parts.ts';
import { AppError } from '#platform/errors.ts';
import { createEvents } from '#platform/events.ts';
import { limitersInMemory } from '#platform/limits.ts';
import type { Mail } from '#platform/messages.ts';
import { createOutbox, type OutboxHandler } from '#platform/outbox.ts';
import { testLog } from '#platform/testing/kept-logs.ts';
import { testDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { createServer } from '#server/app.ts';
import { lookAtOpen } from '#server/features/payments/look-at-open.ts';
import { giveUpStale, readCardEvents } from '#server/features/payments/reconcile.ts';
import { createReminderLinks } from '#server/features/reminders/links.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { serverHandlers } from '#server/jobs.ts';
import type { Tables } from '#server/schema/tables.ts';
import type { Cards } from '#server/third-parties/cards.ts';
import { type Provider, siteId } from './provider.ts';
import { Killed, type Life, LineBroken, type Stage } from './stage.ts';
import type { WatchedDatabase } from './watched-database.ts';

export type Process = ReturnType<typeof startProcess>;

/** What a server does that has forgotten something: to see that the simulation sees it. */
export type Sabotage = {
  /** Of the outbox. */
  handlers?: Record<string, OutboxHandler>;
  cards?: (cards: Cards) => Cards;
};

type Outside = {
  sabotage: Sabotage;
  stage: Stage;
  data: WatchedDatabase;
  provider: Provider;
  clock: () => number;
  /** Where mails arrive, by the id under which they were sent. */
  mails: Map<string, Mail>;
  /** Transactions of which the operator was told. */
  attention: Set<string>;
  /** Errors that no fault explains. */
  surprises: unknown[];
  viewer: () => Viewer;
};

const config = {
  identity: { provider: 'embedded', apiKey: '', authDomain: '', projectId: '', textMessages: false },
  images: { uploadUrl: '', key: '' },
  cards: { provider: 'sandbox', publishableKey: '' },
  parts: [] as Part[],
} as const;

const nobodySignsIn = async () => {
  throw new AppError('not-signed-in');
};

/** One life of the product server: all of its routes, and the jobs of payments, on a database that outlives it. */
export function startProcess({
  sabotage,
  stage,
  data,
  provider,
  clock,
  mails,
  attention,
  surprises,
  viewer,
}: Outside) {
  const life: Life = { ended: false };
  const notice = (error: unknown) => {
    if (!isExplained(error)) surprises.push(error);
  };
  const db = data.open({
    before: () => stage.enter('database', life),
    after: stage.leave,
    answered: stage.dawdle,
    // Tried again it may go well, but two transactions have waited for each other.
    refused: (error) => isDeadlock(error) && surprises.push(error),
  });
  const outbox = createOutbox({
    db,
    clock,
    databaseClock: testDatabaseClock(clock),
    handlers: {
      ...serverHandlers(() => room, config.parts),
      mail: async (mail: Mail, id) => void mails.set(id, mail),
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
      verify: nobodySignsIn,
      readEnded: nobodySignsIn,
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
    limiters: limitersInMemory(),
    tokens: { issue: nobodySignsIn, authenticate: async () => viewer() },
    address: () => '',
    links: createReminderLinks({ key: new Uint8Array(32), clock }),
    sendMail: async () => {},
    manyLanguages: false,
    admitRequest: async () => {},
    listsChanged: () => {},
    publicReads: <Result>(read: (from: Kysely<Tables>) => Promise<Result>) => read(db.withTables<Tables>()),
    admit: async () => {},
    events: createEvents({ log: testLog(), key: 'a key for tests only' }),
    log: Object.assign(testLog(), { error: ({ err }: { err: unknown }) => notice(err) }),
  };
  const room = { ...options, db: db.withTables<Tables>() };
  const job = (work: () => Promise<unknown>) => () => work().catch(notice);
  return {
    life,
    db: room.db,
    app: createServer(options),
    lookAtOpen: job(() => lookAtOpen(room)),
    readEvents: job(() => readCardEvents(room)),
    giveUp: job(() => giveUpStale(room)),
    deliver: job(() => outbox.deliver()),
  };
}

const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === '40P01';

function isExplained(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExplained);
  return error instanceof Killed || error instanceof LineBroken || error instanceof AppError;
}
