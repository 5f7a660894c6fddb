import { createBackup } from '#platform/backup/create-backup.ts';
import type { PostgresSite } from '#platform/backup/postgres-dump.ts';
import { tableNames } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { systemClock } from '#platform/time.ts';
import { listPictureFiles } from '#providers/images/migration/to-bucket.ts';
import type { Tables } from '#server/db/tables.ts';
import { formatHead } from '#server/features/staff-log/log-chain.ts';
import { findNewestRow } from '#server/features/staff-log/log-repository.ts';
import type { Config } from '../config/config.ts';
import { version } from '../version.ts';

/** `hasBucket`: pictures are in a bucket, not in DATA_DIR. `postgres`: where the database is, unless it is in DATA_DIR. */
export type SiteFiles = { dataDir: string; hasBucket: boolean; postgres: PostgresSite | undefined };

type Settings = Pick<Config, 'dataDir' | 's3' | 'databaseUrl' | 'programPath'>;

export const toSiteFiles = ({ dataDir, s3, databaseUrl, programPath }: Settings): SiteFiles => ({
  dataDir,
  hasBucket: s3 !== undefined,
  postgres: databaseUrl ? { url: databaseUrl, path: programPath } : undefined,
});

/**
 * Backs up a site, which may be running.
 * @throws SetupError if `to` is not empty
 */
export const backUpSite = ({ dataDir, hasBucket, postgres }: SiteFiles, to: string) =>
  createBackup({
    dataDir,
    postgres,
    version,
    to,
    filesOf: hasBucket ? noFiles : listPictureFiles,
    headsOf: readHeads,
    clock: systemClock,
  });

async function* noFiles() {}

/**
 * Returns the newest head of the staff log, or an empty list if there is none. The database of an earlier
 * version may lack the table.
 */
async function readHeads(db: Database): Promise<string[]> {
  if (!(await tableNames(db)).has('staff_log_head')) return [];
  const newest = await findNewestRow(db.withTables<Tables>());
  return newest ? [formatHead(newest)] : [];
}
