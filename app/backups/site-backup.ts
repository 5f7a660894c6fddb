import { createBackup } from '#platform/backup/create-backup.ts';
import { tableNames } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { systemClock } from '#platform/time.ts';
import { listPictureFiles } from '#providers/images/migration/to-bucket.ts';
import type { Tables } from '#server/db/tables.ts';
import { formatHead } from '#server/features/staff-log/log-chain.ts';
import { findNewestRow } from '#server/features/staff-log/log-repository.ts';

/** `hasBucket`: pictures are in a bucket, not in DATA_DIR. */
export type SiteFiles = { dataDir: string; hasBucket: boolean };

/**
 * Backs up the site whose database is in DATA_DIR. The site may be running.
 * @throws SetupError if `to` is not empty
 */
export const backUpSite = ({ dataDir, hasBucket }: SiteFiles, to: string) =>
  createBackup({
    dataDir,
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
