import { type DatabaseClock, databaseClock } from '../database/database-clock.ts';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { newId } from '../ids.ts';
import type { Job } from '../job.ts';
import { minutes, seconds } from '../time.ts';

/** Prefix of the names of servers' rows in the table of job leases. */
const PREFIX = 'server ';
/** A server that has crashed counts as running for up to this time. */
const LEASE_MS = minutes(1);

export type RunningServer = {
  /** Renews the row while the server runs. */
  job: Job;
  /** Removes the row. */
  leave(): Promise<void>;
};

/**
 * Adds a row for a running server to the database, so that other servers can find it.
 * @param folder id of the server's data folder
 */
export async function registerServer(
  database: Database,
  folder: string,
  now: DatabaseClock = databaseClock(database),
): Promise<RunningServer> {
  const db = database.withTables<PlatformTables>();
  const name = `${PREFIX}${newId()}`;
  const keepRow = () =>
    db
      .insertInto('platform_job')
      .values((e) => ({ name, holder: folder, due_at: e(now(), '+', LEASE_MS) }))
      .onConflict((c) => c.column('name').doUpdateSet((e) => ({ due_at: e(now(), '+', LEASE_MS) })))
      .execute();
  await db
    .deleteFrom('platform_job')
    .where('name', 'like', `${PREFIX}%`)
    .where('due_at', '<=', now())
    .execute();
  await keepRow();
  return {
    job: { name: 'renew-server-record', everyMs: seconds(20), run: keepRow },
    leave: async () => void (await db.deleteFrom('platform_job').where('name', '=', name).execute()),
  };
}

/**
 * Returns the id of the data folder of each server that uses this database, or that crashed in the last
 * minute.
 */
export async function listRunningServers(
  database: Database,
  now: DatabaseClock = databaseClock(database),
): Promise<string[]> {
  const rows = await database
    .withTables<PlatformTables>()
    .selectFrom('platform_job')
    .select('holder')
    .where('name', 'like', `${PREFIX}%`)
    .where('due_at', '>', now())
    .execute();
  return rows.map(({ holder }) => holder);
}
