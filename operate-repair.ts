import { repairSqlite } from '#platform/database/repair.ts';
import { SetupError } from '#platform/errors.ts';
import { systemClock } from '#platform/time.ts';
import type { Config } from './config.ts';
import type { Told } from './site-copies.ts';

/** Rebuilds the indexes of the SQLite file in DATA_DIR. */
export async function repairSite({ databaseUrl, dataDir }: Config): Promise<Told> {
  if (databaseUrl)
    throw new SetupError('DATABASE_URL is set: repair PostgreSQL by its own tools (amcheck, reindex).');
  const { findings, removed, savedTo } = await repairSqlite(dataDir, systemClock());
  if (findings.length === 0) return { text: 'The database file is intact.' };
  const duplicates = Object.entries(removed).map(
    ([table, rows]) => `Removed ${rows.length} duplicate rows of ${table}.`,
  );
  return {
    text: [
      'The database file was damaged:',
      ...findings.map((finding) => `  ${finding}`),
      'Its indexes are rebuilt, and it is intact again.',
      ...duplicates,
      ...(savedTo ? [`The removed rows are in ${savedTo}. Look at them, then delete that file.`] : []),
      'Start the site. Damage often means a failing disk: make a backup, and check the disk.',
    ].join('\n'),
  };
}
