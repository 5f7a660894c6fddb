import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { platformMigrations } from '#platform/schema/migrations.ts';
import { disableUser, enableUser, removeSecondFactors } from '#providers/identity/administration.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { readConfig } from './config.ts';
import { standInMigrations } from './third-parties.ts';

const usage = `The operator's command. It works while the site runs.

  npm run operate -- identity disable <email or localId>   the person can no longer sign in
  npm run operate -- identity enable <email or localId>    the person can sign in again
  npm run operate -- identity remove-factors <email or localId>
                                                           signing in asks for no second step until one is added`;

const changes: Record<string, { make: typeof disableUser; done: string }> = {
  disable: { make: disableUser, done: 'disabled' },
  enable: { make: enableUser, done: 'enabled' },
  'remove-factors': { make: removeSecondFactors, done: 'second factors removed' },
};

try {
  await operate(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function operate([room, what, who, ...rest]: string[]): Promise<void> {
  const change = changes[what ?? ''];
  if (room !== 'identity' || !change || !who || rest.length > 0) throw new SetupError(usage);
  const { databaseUrl: url, dataDir } = readConfig(process.env);
  const db = await openDatabase(url ? { url } : { dataDir });
  try {
    await migrate(db, [platformMigrations, serverMigrations, ...standInMigrations]);
    if (!(await change.make(db, who))) throw new SetupError(`There is no account ${who}.`);
    console.log(`Account ${who}: ${change.done}.`);
  } finally {
    await db.destroy();
  }
}
