import { lockDataDir } from '#platform/database/lock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type DatabaseWatch, openDatabase, openReplica } from '#platform/database/open.ts';
import { createReadReplica, type PublicReads } from '#platform/database/read-replica.ts';
import { platformMigrations } from '#platform/database/schema/migrations.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Config } from './config/config.ts';
import { builtInMigrations } from './integrations/integrations.ts';

/** Everything that has tables. */
export const allMigrations = [platformMigrations, serverMigrations, ...builtInMigrations];

type Given = {
  config: Config;
  clock: Clock;
  log: Log;
  watch: DatabaseWatch;
};

/** The site's database with its tables up to date, and its read replica, if there is one. */
export async function openAppDatabase({ config, clock, log, watch }: Given) {
  const { databaseUrl: url, databaseReadUrl: readUrl, databasePool: connections, dataDir } = config;
  const database = await openDatabase(url ? { url, connections } : { dataDir }, watch);
  const lock = url ? undefined : lockDataDir(dataDir);
  await migrate(database, allMigrations);
  const db = database.withTables<Tables>();
  const replicaDatabase = readUrl ? openReplica({ url: readUrl, connections }, watch) : undefined;
  const replica =
    replicaDatabase && createReadReplica({ primary: database, replica: replicaDatabase, clock, log });
  const publicReads: PublicReads<Tables> = (read) =>
    replica ? replica.read((from) => read(from.withTables<Tables>())) : read(db);
  return {
    database,
    db,
    replica,
    publicReads,
    async close() {
      await replicaDatabase?.destroy();
      await database.destroy();
    },
    /** Lets another process use the data folder. */
    unlock: () => lock?.release(),
  };
}
