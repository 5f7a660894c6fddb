import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { platformMigrations } from '#platform/schema/migrations.ts';
import { disableUser, enableUser, removeSecondFactors } from '#providers/identity/administration.ts';
import { describePayment, describeUnsettled } from '#server/features/payments/administration.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { readConfig } from './config.ts';
import { standInMigrations } from './third-parties.ts';

const usage = `The operator's command. It works while the site runs.

  npm run operate -- identity disable <email or localId>   the person can no longer sign in
  npm run operate -- identity enable <email or localId>    the person can sign in again
  npm run operate -- identity remove-factors <email or localId>
                                                           signing in asks for no second step until one is added
  npm run operate -- payments                              charges that are still open, and money that has to go back
  npm run operate -- payments <appointment or transaction id>
                                                           everything that was done about it`;

const changes: Record<string, { make: typeof disableUser; done: string }> = {
  disable: { make: disableUser, done: 'disabled' },
  enable: { make: enableUser, done: 'enabled' },
  'remove-factors': { make: removeSecondFactors, done: 'second factors removed' },
};

try {
  console.log(await withDatabase(readOrder(process.argv.slice(2))));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** What is to be done, and what it prints. @throws SetupError with the usage */
function readOrder([room, ...rest]: string[]): (db: Database) => Promise<string> {
  const [what, who] = rest;
  if (room === 'payments' && rest.length < 2) {
    return (db) => (what === undefined ? describeUnsettled(db) : describePayment(db, what));
  }
  const change = changes[what ?? ''];
  if (room !== 'identity' || !change || !who || rest.length > 2) throw new SetupError(usage);
  return async (db) => {
    if (!(await change.make(db, who))) throw new SetupError(`There is no account ${who}.`);
    return `Account ${who}: ${change.done}.`;
  };
}

async function withDatabase(order: (db: Database) => Promise<string>): Promise<string> {
  const { databaseUrl: url, dataDir } = readConfig(process.env);
  const db = await openDatabase(url ? { url } : { dataDir });
  try {
    await migrate(db, [platformMigrations, serverMigrations, ...standInMigrations]);
    return await order(db);
  } finally {
    await db.destroy();
  }
}
