import { resolve, sep } from 'node:path';
import { restoreBackup } from '#platform/backup/restore.ts';
import { assertDatabaseNotLost } from '#platform/database/lost-database.ts';
import { repairSqlite } from '#platform/database/repair.ts';
import { SetupError } from '#platform/errors.ts';
import { systemClock } from '#platform/time.ts';
import { picturesFolder } from '#providers/images/storage/disk.ts';
import { backUpSite } from '../app/backups/site-backup.ts';
import type { Config } from '../app/config/config.ts';
import { allMigrations } from '../app/storage.ts';
import { assertFolderExists, type Command, type CommandResult, type RunCommand } from './command.ts';

export const backupCommands: Command[] = [
  ['backup --to <new folder>', 'backs up the site in DATA_DIR', backUp],
  ['restore --from <folder>', 'restores a backup into an empty DATA_DIR', restore],
  [
    'repair',
    'rebuilds the indexes of a damaged database file in DATA_DIR; stop the site first',
    repair(false),
  ],
  [
    'repair --move-duplicates',
    'the same, after saving rows that a damaged index let in to a file and removing them',
    repair(true),
  ],
];

/** Backs up the site whose database is in DATA_DIR. The site may be running. */
async function backUp(config: Config, folder: string): Promise<CommandResult> {
  const { dataDir, databaseUrl, s3 } = config;
  if (databaseUrl)
    throw new SetupError(
      'DATABASE_URL is set: back up PostgreSQL with its own tools (pg_dump). This command is for a site in DATA_DIR.',
    );
  const to = resolve(folder);
  if (`${to}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new SetupError('Choose a folder outside DATA_DIR, best on another disk.');
  assertFolderExists(dataDir);
  assertDatabaseNotLost(dataDir);
  const { madeAt, files, gone } = await backUpSite({ dataDir, hasBucket: s3 !== undefined }, to);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const hasKey = files.some(({ path }) => path === 'secret.key');
  return {
    text: [
      `Backed up to ${to}: the site as of ${madeAt}, ${files.length} files, ${bytes} bytes.${describeMissingFiles(gone)}`,
      hasKey
        ? 'It contains secret.key: protect it as well as the data.'
        : 'The secrets are encrypted with SECRET_KEY, which is not in the backup: store it separately.',
      ...(s3 ? [`Pictures are in the bucket ${s3.bucket}, not in the backup.`] : []),
    ].join('\n'),
  };
}

/** Restores a backup into an empty DATA_DIR. */
async function restore({ dataDir, databaseUrl }: Config, folder: string): Promise<CommandResult> {
  if (databaseUrl)
    throw new SetupError(
      'DATABASE_URL is set: that site does not read DATA_DIR. Unset it to restore a backup.',
    );
  const { madeAt, files, gone } = await restoreBackup({
    from: resolve(folder),
    dataDir,
    services: allMigrations,
    isReferenced: (path) => path.startsWith(`${picturesFolder}/`),
  });
  return {
    text: `Restored to ${dataDir}: the site as of ${madeAt}, ${files.length} files.${describeMissingFiles(gone)} Accounts that DATA_DIR/erased-accounts names are deleted again at the next start. You can start it now.`,
  };
}

/** Returns a sentence that lists the files already missing from the site, to append to a result. */
export const describeMissingFiles = (paths: readonly string[]): string =>
  paths.length > 0 ? ` These files were already missing from the site: ${paths.join(', ')}.` : '';

/**
 * Rebuilds the indexes of a damaged SQLite file in DATA_DIR. If the file has duplicate rows, repairs it only
 * with `moveDuplicates`.
 */
function repair(moveDuplicates: boolean): RunCommand {
  return async ({ databaseUrl, dataDir }) => {
    if (databaseUrl)
      throw new SetupError('DATABASE_URL is set: repair PostgreSQL with its own tools (amcheck, reindex).');
    const options = { now: systemClock(), moveDuplicates };
    const { findings, duplicates, movedTo } = await repairSqlite(dataDir, options);
    if (findings.length === 0) return { text: 'The database file is intact.' };
    const damage = ['The database file was damaged:', ...findings.map((finding) => `  ${finding}`)];
    const rows = Object.entries(duplicates).flatMap(([table, rows]) =>
      rows.map((row) => `  ${table}: ${JSON.stringify(row)}`),
    );
    if (rows.length > 0 && !movedTo)
      return {
        text: [...damage, 'These rows repeat older or paid ones:', ...rows, moveHint].join('\n'),
        failed: true,
      };
    return {
      text: [
        ...damage,
        'Its indexes are rebuilt, and it is intact again.',
        ...(movedTo
          ? [`${rows.length} duplicate rows are in ${movedTo}. Review them, then delete that file.`]
          : []),
        'You can start the site now. A damaged file often means a failing disk: make a backup, then check the disk.',
      ].join('\n'),
    };
  };
}

const moveHint =
  'Nothing was changed. To save them to a file, remove them and rebuild the indexes: npm run cli -- repair --move-duplicates';
