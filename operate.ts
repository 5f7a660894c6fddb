import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { createOutbox } from '#platform/outbox.ts';
import { platformMigrations } from '#platform/schema/migrations.ts';
import { systemClock } from '#platform/time.ts';
import { disableUser, enableUser, removeSecondFactors } from '#providers/identity/administration.ts';
import { describePayment, describeUnsettled } from '#server/features/payments/administration.ts';
import { describeReported, keepReported, removeReported } from '#server/features/photos/administration.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { type Config, readConfig } from './config.ts';
import { standInMigrations } from './third-parties.ts';

const usage = `The operator's command. It works while the site runs.

  npm run operate -- identity disable <email or localId>   the person can no longer sign in
  npm run operate -- identity enable <email or localId>    the person can sign in again
  npm run operate -- identity remove-factors <email or localId>
                                                           signing in asks for no second step until one is added
  npm run operate -- payments                              charges that are still open, and money that has to go back
  npm run operate -- payments <appointment or transaction id>
                                                           everything that was done about it
  npm run operate -- photos                                photos that members have reported
  npm run operate -- photos keep <photo id>                shows it again; reports no longer hide it
  npm run operate -- photos remove <photo id>              removes the picture and every photo of it`;

/** What is to be done, and what it prints. @throws SetupError with one clear line */
type Order = (db: Database, config: Config) => Promise<string>;

/** The order that these words give, if they give one. */
const rooms: Record<string, (words: string[]) => Order | undefined> = {
  identity: ([what = '', who, ...rest]) => {
    const change = Object.hasOwn(changes, what) && changes[what];
    if (!change || !who || rest.length > 0) return undefined;
    return async (db) => {
      if (!(await change.make(db, who))) throw new SetupError(`There is no account ${who}.`);
      return `Account ${who}: ${change.done}.`;
    };
  },
  payments: ([id, ...rest]) => {
    if (rest.length > 0) return undefined;
    return (db) => (id === undefined ? describeUnsettled(db) : describePayment(db, id));
  },
  photos: ([what, id, ...rest]) => {
    if (what === undefined) return (db, { publicUrl }) => describeReported(db, publicUrl);
    if (!id || rest.length > 0) return undefined;
    return decisions.get(what)?.(id);
  },
};

const changes: Record<string, { make: typeof disableUser; done: string }> = {
  disable: { make: disableUser, done: 'disabled' },
  enable: { make: enableUser, done: 'enabled' },
  'remove-factors': { make: removeSecondFactors, done: 'second factors removed' },
};

const decisions = new Map<string, (id: string) => Order>([
  ['keep', (id) => (db) => keepReported(db, id, systemClock())],
  [
    'remove',
    (id) =>
      (db, { publicUrl }) => {
        // The site delivers what this leaves there: no handler is needed here.
        const outbox = createOutbox({ db, clock: systemClock, handlers: {} });
        return removeReported(db, { outbox, publicUrl }, id);
      },
  ],
]);

try {
  const [room = '', ...words] = process.argv.slice(2);
  const order = Object.hasOwn(rooms, room) ? rooms[room]?.(words) : undefined;
  if (!order) throw new SetupError(usage);
  console.log(await withDatabase(order));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function withDatabase(order: Order): Promise<string> {
  const config = readConfig(process.env);
  const { databaseUrl: url, dataDir } = config;
  const db = await openDatabase(url ? { url } : { dataDir });
  try {
    await migrate(db, [platformMigrations, serverMigrations, ...standInMigrations]);
    return await order(db, config);
  } finally {
    await db.destroy();
  }
}
