import { resolve, sep } from 'node:path';
import type { Manifest } from '#platform/backup/files.ts';
import { type BackupReader, inspectBackup } from '#platform/backup/inspect.ts';
import { restoreBackup } from '#platform/backup/restore.ts';
import { assertDatabaseNotLost } from '#platform/database/lost-database.ts';
import { repairSqlite } from '#platform/database/repair.ts';
import { SetupError } from '#platform/errors.ts';
import { keyFile } from '#platform/files/data-folder.ts';
import { systemClock } from '#platform/time.ts';
import { picturesFolder } from '#providers/images/storage/disk.ts';
import { backUpSite, toSiteFiles } from '../app/backups/site-backup.ts';
import type { Config } from '../app/config/config.ts';
import { allMigrations } from '../app/storage.ts';
import { assertFolderExists, type Command, type CommandResult, type RunCommand } from './command.ts';

export const backupCommands: Command[] = [
  ['backup --to <new folder>', 'backs up the site, and reads the backup back', backUp],
  [
    'restore --check <folder>',
    'reads a backup and says what a restore would bring; changes nothing',
    checkRestore,
  ],
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

/** Backs up the site, which may be running. */
async function backUp(config: Config, folder: string): Promise<CommandResult> {
  const { dataDir, databaseUrl, s3 } = config;
  const to = resolve(folder);
  if (`${to}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new SetupError('Choose a folder outside DATA_DIR, best on another disk.');
  if (!databaseUrl) {
    assertFolderExists(dataDir);
    assertDatabaseNotLost(dataDir);
  }
  const { madeAt, files, gone } = await backUpSite(toSiteFiles(config), to);
  const hasKey = files.some(({ path }) => path === keyFile);
  return {
    text: [
      `Backed up to ${to}: the site as of ${madeAt}, ${describeFiles(files)}.${describeMissingFiles(gone)}`,
      hasKey
        ? 'It contains secret.key: protect it as well as the data.'
        : 'The secrets are encrypted with SECRET_KEY, which is not in the backup: store it separately.',
      ...(s3 ? [`Pictures are in the bucket ${s3.bucket}, not in the backup.`] : []),
    ].join('\n'),
  };
}

const describeFiles = (files: Manifest['files']): string =>
  `${files.length} files, ${files.reduce((sum, file) => sum + file.bytes, 0)} bytes`;

const toReader = ({ programPath: path }: Config, folder: string): BackupReader => ({
  from: resolve(folder),
  services: allMigrations,
  isReferenced: (file) => file.startsWith(`${picturesFolder}/`),
  path,
});

/** Restores a backup into an empty DATA_DIR, and its dump into an empty database. */
async function restore(config: Config, folder: string): Promise<CommandResult> {
  const { dataDir } = config;
  const { postgres } = toSiteFiles(config);
  const { madeAt, files, gone } = await restoreBackup({ ...toReader(config, folder), dataDir, postgres });
  return {
    text: `Restored to ${dataDir}: the site as of ${madeAt}, ${files.length} files.${describeMissingFiles(gone)} Accounts that DATA_DIR/erased-accounts names are deleted again at the next start. You can start it now.`,
  };
}

/** Tables whose rows an operator can compare with what they expect. */
const countedTables = ['users', 'appointments', 'payments', 'photos', 'centers', 'identity_accounts'];

/** Says what a restore would bring. */
async function checkRestore(config: Config, folder: string): Promise<CommandResult> {
  const { manifest, engine, schema, rows } = await inspectBackup(toReader(config, folder));
  const { madeAt, files, gone, version } = manifest;
  const pictures = files.filter(({ path }) => path.startsWith(`${picturesFolder}/`)).length;
  const counts = countedTables.flatMap((table) =>
    rows.has(table) ? [`${rows.get(table)} ${table.replace('identity_', '')}`] : [],
  );
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  return {
    text: [
      `A restore of ${resolve(folder)} would bring:`,
      `  the site as of ${madeAt}${version ? `, written by version ${version}` : ''}`,
      `  ${engine === 'sqlite' ? 'a SQLite database' : 'a PostgreSQL database (set DATABASE_URL to an empty one)'}, ${
        schema === 'same'
          ? 'with the tables of this version'
          : 'which the next start migrates to this version'
      }`,
      `  ${total} rows: ${counts.join(', ')}`,
      `  ${pictures} pictures; ${describeFiles(files)} in total`,
      files.some(({ path }) => path === keyFile)
        ? '  secret.key'
        : '  no key: the site needs the SECRET_KEY that it used',
      `It is complete and readable. Nothing was changed.${describeMissingFiles(gone)}`,
    ].join('\n'),
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
