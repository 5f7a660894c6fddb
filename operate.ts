import type { Part } from '#contract/parts.ts';
import { assertNotMoved, restrictNewFiles } from '#platform/data-folder.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { createOutbox } from '#platform/outbox.ts';
import { systemClock } from '#platform/time.ts';
import {
  accountIdOf,
  disableUser,
  enableUser,
  removeSecondFactors,
} from '#providers/identity/administration.ts';
import {
  type Decision,
  decide,
  describePublished,
  describeWaiting,
} from '#server/features/opinions/administration.ts';
import {
  describePayment,
  describeUnsettled,
  hold,
  refundByOperator,
  release,
  resolveByOperator,
} from '#server/features/payments/administration.ts';
import { describeReported, keepReported, removeReported } from '#server/features/photos/administration.ts';
import { endAccess } from '#server/features/users/administration.ts';
import { type Config, readConfig } from './config.ts';
import { services } from './open-site-database.ts';
import { describeRejected, drop, resend } from './operate-outbox.ts';
import { repairSite } from './operate-repair.ts';
import { renewSiteSecrets } from './operate-secrets.ts';
import { backUpTo, moveTo, restoreFrom, type Told } from './site-copies.ts';

const usage = `The operator's command. Unless it says otherwise, it works while the site runs.

  npm run operate -- identity disable <email or localId>   the person can no longer sign in
  npm run operate -- identity enable <email or localId>    the person can sign in again
  npm run operate -- identity remove-factors <email or localId>
                                                           signing in asks for no second step until one is added
  npm run operate -- payments                              open charges, failed refunds, disputes: what needs a decision
  npm run operate -- payments <appointment or transaction id>
                                                           everything that was done about it
  npm run operate -- payments refund <transaction id>      refunds it: one that failed, or one of an unknown payment
  npm run operate -- payments resolve <transaction id>     takes it off the list: you have settled it otherwise
  npm run operate -- payments hold                         automatic refunds wait, as after a restore
  npm run operate -- payments release                      automatic refunds go on
  npm run operate -- photos                                photos that members have reported
  npm run operate -- photos keep <photo id>                shows it again; reports no longer hide it
  npm run operate -- photos remove <photo id>              removes the picture and every photo of it
  npm run operate -- opinions                              opinions that wait to be published
  npm run operate -- opinions published                    those that everybody can read
  npm run operate -- opinions publish <opinion id>         everybody can read it, under the name that the donor chose
  npm run operate -- opinions refuse <opinion id>          nobody else reads it
  npm run operate -- opinions remove <opinion id>          takes away a published one
  npm run operate -- outbox                                emails and text messages that were rejected for good
  npm run operate -- outbox resend <message id | all>      sends them again
  npm run operate -- outbox drop <message id | all>        deletes them
  npm run operate -- backup --to <new folder>              copies the site of DATA_DIR
  npm run operate -- restore --from <folder>               puts a backup into an empty DATA_DIR
  npm run operate -- repair                                rebuilds the indexes of a damaged database file in DATA_DIR,
                                                           on which no site must run
  npm run operate -- secrets renew                         encrypts the site's secrets, which must not run, anew: under
                                                           NEW_SECRET_KEY in place of SECRET_KEY
  npm run operate -- migrate                               brings the tables up to date, with the rights of DATABASE_URL
  npm run operate -- move --to postgres://...              copies the site of DATA_DIR, which must not run, to
                                                           PostgreSQL, and its pictures to S3_BUCKET if it is set`;

/** What is to be done, and what it prints. @throws SetupError with one clear line */
type Order = (db: Database, config: Config) => Promise<string>;

/** Of the whole site, wherever it rests. */
type SiteOrder = (config: Config) => Promise<Told>;

/** The order that these words give, if they give one. */
const rooms: Record<string, (words: string[]) => Order | undefined> = {
  identity: ([what = '', who, ...rest]) => {
    const change = Object.hasOwn(changes, what) && changes[what];
    if (!change || !who || rest.length > 0) return undefined;
    return async (db) => {
      const id = await accountIdOf(db, who);
      if (!id || !(await change.make(db, id))) throw new SetupError(`There is no account ${who}.`);
      if (change.signsOut) await endAccess(db, id, systemClock());
      return `Account ${who}: ${change.done}.`;
    };
  },
  payments: ([id, ...rest]) => {
    const decision = paymentDecisions(id, rest);
    if (decision || rest.length > 0) return decision;
    return (db) => (id === undefined ? describeUnsettled(db) : describePayment(db, id));
  },
  // Opening the database for any order has done it.
  migrate: (words) => (words.length > 0 ? undefined : async () => 'The tables are up to date.'),
  photos: ([what, id, ...rest]) => {
    if (what === undefined) return (db, { publicUrl }) => describeReported(db, publicUrl, systemClock());
    if (!id || rest.length > 0) return undefined;
    return decisions.get(what)?.(id);
  },
  outbox: ([what, id, ...rest]) => {
    if (what === undefined) return describeRejected;
    const command = outboxCommands.get(what);
    return command && id && rest.length === 0 ? (db) => command(db, id) : undefined;
  },
  opinions: ([what, id, ...rest]) => {
    if (rest.length > 0) return undefined;
    if (what === undefined) return withPart('opinions', describeWaiting);
    if (what === 'published' && id === undefined) return withPart('opinions', describePublished);
    if (!id || !isDecision(what)) return undefined;
    return withPart('opinions', (db) => decide(db, { id, decision: what, now: systemClock() }));
  },
};

const outboxCommands = new Map([
  ['resend', resend],
  ['drop', drop],
]);

const siteRooms: Record<string, (words: string[]) => SiteOrder | undefined> = {
  backup: named('--to', backUpTo),
  restore: named('--from', restoreFrom),
  move: named('--to', moveTo),
  repair: (words) => (words.length > 0 ? undefined : repairSite),
  secrets: ([what, ...rest]) => (what === 'renew' && rest.length === 0 ? renewSiteSecrets : undefined),
};

const changes: Record<string, { make: typeof disableUser; done: string; signsOut?: true }> = {
  disable: { make: disableUser, done: 'disabled', signsOut: true },
  enable: { make: enableUser, done: 'enabled' },
  'remove-factors': { make: removeSecondFactors, done: 'second factors removed', signsOut: true },
};

const decisions = new Map<string, (id: string) => Order>([
  ['keep', (id) => (db) => keepReported(db, id, systemClock())],
  [
    'remove',
    (id) =>
      (db, { publicUrl }) => {
        // The site delivers what this leaves there: no handler is needed here.
        const outbox = createOutbox({ db, clock: systemClock, handlers: {} });
        return removeReported(db, { outbox, publicUrl, now: systemClock() }, id);
      },
  ],
]);

/** The site delivers what these leave in the outbox: no handler is needed here. */
function paymentDecisions(what: string | undefined, [id, ...rest]: string[]): Order | undefined {
  if (rest.length > 0) return undefined;
  const room = (db: Database) => ({
    clock: systemClock,
    outbox: createOutbox({ db, clock: systemClock, handlers: {} }),
  });
  if (what === 'refund' && id) return (db) => refundByOperator(db, room(db), id);
  if (what === 'resolve' && id) return (db) => resolveByOperator(db, systemClock, id);
  if (what === 'hold' && !id) return hold;
  return what === 'release' && !id ? (db) => release(db, room(db)) : undefined;
}

const isDecision = (what: string): what is Decision => ['publish', 'refuse', 'remove'].includes(what);

/** What decides about something that the site does not have would only seem to. */
function withPart(part: Part, order: Order): Order {
  return async (db, config) => {
    if (!config.parts.includes(part)) throw new SetupError(`LEAVE_OUT names ${part}: this site has none.`);
    return order(db, config);
  };
}

restrictNewFiles();

try {
  const [room = '', ...words] = process.argv.slice(2);
  const { text, failed } = await carryOut(room, words);
  console.log(text);
  if (failed) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function carryOut(room: string, words: string[]): Promise<Told> {
  const ofSite = Object.hasOwn(siteRooms, room) ? siteRooms[room]?.(words) : undefined;
  if (ofSite) return ofSite(readConfig(process.env));
  const order = Object.hasOwn(rooms, room) ? rooms[room]?.(words) : undefined;
  if (!order) throw new SetupError(usage);
  return withDatabase(order).then((text) => ({ text }));
}

/** An order of one word that has a name. */
function named(name: string, order: (config: Config, what: string) => Promise<Told>) {
  return ([given, what, ...rest]: string[]): SiteOrder | undefined =>
    given === name && what && rest.length === 0 ? (config) => order(config, what) : undefined;
}

async function withDatabase(order: Order): Promise<string> {
  const config = readConfig(process.env);
  const { databaseUrl: url, dataDir } = config;
  if (!url) assertNotMoved(dataDir);
  const db = await openDatabase(url ? { url } : { dataDir });
  try {
    await migrate(db, services);
    return await order(db, config);
  } finally {
    await db.destroy();
  }
}
