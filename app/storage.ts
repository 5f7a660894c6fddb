import { lockDataDir } from '#platform/database/lock.ts';
import { assertDatabaseNotLost } from '#platform/database/lost-database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, type DatabaseOptions, openDatabase } from '#platform/database/open.ts';
import { platformMigrations } from '#platform/database/schema/migrations.ts';
import { AppError } from '#platform/errors.ts';
import { assertNotMigrated, openDataFolder } from '#platform/files/data-folder.ts';
import type { Log } from '#platform/observability/log.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { assertVersionSupported, recordOldestVersion } from '#server/features/site/oldest-version.ts';
import { initializeSite, type OnRestored } from '#server/features/site/site.ts';
import { recordRestore } from '#server/features/site-administration/restore.ts';
import { readLogKey } from '#server/features/staff-log/log-key.ts';
import type { Config } from './config/config.ts';
import { builtInMigrations } from './integrations/integrations.ts';
import type { Observability } from './observability.ts';
import { previousVersion, version } from './version.ts';

/** The migrations of every service that has tables. */
export const allMigrations = [platformMigrations, serverMigrations, ...builtInMigrations];

/**
 * Brings the tables up to date.
 * @throws SetupError when the database needs a newer version
 */
export async function migrateSite(database: Database): Promise<void> {
  await assertVersionSupported(database, version);
  await migrate(database, allMigrations);
  await recordOldestVersion(database, previousVersion);
}

export type Storage = Awaited<ReturnType<typeof openStorage>>;

type Options = { config: Config; clock: Clock; log: Log; observability: Observability };

/**
 * Opens the data folder, the database with its tables up to date, and the site's secrets.
 * @throws SetupError when another server uses the data folder, or when the folder's database is missing or
 * has been migrated to PostgreSQL
 */
export async function openStorage({ config, clock, log, observability }: Options) {
  const { databaseUrl: url, databasePool: connections, secretKey } = config;
  const { metricsRegistry, tracing } = observability;
  openFolder(config, log);
  const watch: DatabaseOptions = { metricsRegistry, traced: tracing !== undefined };
  const database = await openDatabase(url ? { url, connections } : { dataDir: config.dataDir }, watch);
  const lock = url ? undefined : lockDataDir(config.dataDir);
  await migrateSite(database);
  const db = database.withTables<Tables>();
  const getSecret = await openSecrets({ db: database, secretKey, dataDir: url ? undefined : config.dataDir });
  const onRestored: OnRestored = async (reason, madeAt) =>
    recordRestore(
      { db, clock, logKey: await readLogKey(getSecret) },
      { reason, madeAt: madeAt === undefined ? undefined : Date.parse(madeAt) },
    ).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      // Start anyway: donors can use the site, but staff cannot change anything.
      log.error('the staff log is broken: npm run cli -- log verify');
    });
  return {
    database,
    db,
    getSecret,
    ...(await initializeSite({ url, dataDir: config.dataDir, db, log, onRestored })),
    close: () => database.destroy(),
    /** Releases the lock, so that another process can use the data folder. */
    unlock: () => lock?.release(),
  };
}

function openFolder({ databaseUrl, dataDir }: Config, log: Log): void {
  if (!databaseUrl) {
    assertNotMigrated(dataDir);
    assertDatabaseNotLost(dataDir);
  }
  const { exposed } = openDataFolder(dataDir, ['outbox', 'images']);
  if (exposed.length > 0)
    log.warn({ paths: exposed }, 'other users of this machine can read these: run chmod go-rwx on them');
}
