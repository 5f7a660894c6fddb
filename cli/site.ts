import { resolve, sep } from 'node:path';
import { lockDataDir } from '#platform/database/lock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { isSame } from '#platform/database/migrate-database/compare.ts';
import { migrateDatabase } from '#platform/database/migrate-database/migrate-database.ts';
import { describeMigration } from '#platform/database/migrate-database/report.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { repairSqlite } from '#platform/database/repair.ts';
import { SetupError } from '#platform/errors.ts';
import { createBackup } from '#platform/files/backup/create-backup.ts';
import { restoreBackup } from '#platform/files/backup/restore.ts';
import { createLog } from '#platform/observability/log.ts';
import { rotateSecrets } from '#platform/security/secrets.ts';
import { systemClock } from '#platform/time.ts';
import { copyPicturesToBucket, pictureFiles } from '#providers/images/migration/to-bucket.ts';
import { openS3Storage } from '#providers/images/storage/s3.ts';
import type { Config } from '../app/config/config.ts';
import { allMigrations } from '../app/database.ts';

/** What the operator reads, and whether it went well. */
export type CommandResult = { text: string; failed?: boolean };

/** The embedded site of DATA_DIR to PostgreSQL, its pictures to the bucket of S3_ENDPOINT, if that is set. */
export async function migrateDatabaseTo(config: Config, to: string): Promise<CommandResult> {
  const { dataDir, secretKey } = config;
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new SetupError(
      '--to: give the address of the database, postgres://user:password@host:5432/database.',
    );
  if (config.databaseUrl && config.databaseUrl !== to)
    throw new SetupError('DATABASE_URL names another database than --to. Leave it out while you move.');
  if (!secretKey)
    throw new SetupError(
      'SECRET_KEY is not set: the secrets will rest in the database under it. Make one (`openssl rand -base64 32`), and start the moved site with the same.',
    );
  const pictures: string[] = [];
  const moved = await migrateDatabase({
    dataDir,
    to,
    secretKey,
    services: allMigrations,
    copyFiles: async (source) => void pictures.push(await copyPictures(source, config)),
    tell: (line) => console.log(line),
  });
  const whole = moved.compared.every(isSame);
  const next = whole && !moved.earlier ? [startThere] : [];
  return { text: [describeMigration(moved), ...pictures, ...next].join('\n'), failed: !whole };
}

const startThere =
  'Start the site with DATABASE_URL, this SECRET_KEY and the PUBLIC_URL of before, and never again without DATABASE_URL.';

async function copyPictures(source: Database, { s3, images, dataDir }: Config): Promise<string> {
  if (images) return 'Pictures rest at the hosted image service.';
  if (!s3) return `Pictures stay in ${dataDir}, which the moved site needs: S3_ENDPOINT is not set.`;
  const bucket = await openS3Storage(s3, createLog('warn'));
  const { copied, there, gone } = await copyPicturesToBucket(source, dataDir, bucket);
  return `Pictures in the bucket ${s3.bucket}: ${copied} copied, ${there} were there already.${lost(gone)}`;
}

/** The embedded site of DATA_DIR, while it runs. */
export async function backUpTo(config: Config, folder: string): Promise<CommandResult> {
  const { dataDir, databaseUrl, s3 } = config;
  if (databaseUrl)
    throw new SetupError(
      'DATABASE_URL is set: back up PostgreSQL by its own tools (pg_dump). This command is for a site in DATA_DIR.',
    );
  const to = resolve(folder);
  if (`${to}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new SetupError('Name a folder outside DATA_DIR: best on another disk.');
  const { madeAt, files, gone } = await createBackup({
    dataDir,
    to,
    filesOf: s3 ? noFiles : pictureFiles,
    clock: systemClock,
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const hasKey = files.some(({ path }) => path === 'secret.key');
  return {
    text: [
      `Backed up to ${to}: the site as it stood at ${madeAt}, ${files.length} files, ${bytes} bytes.${lost(gone)}`,
      hasKey
        ? 'It holds secret.key: keep it as safe as the data.'
        : 'The secrets rest under SECRET_KEY, which is not in it: keep that apart.',
      ...(s3 ? [`Pictures rest in the bucket ${s3.bucket}, and are not in it.`] : []),
    ].join('\n'),
  };
}

/** A backup into an empty DATA_DIR. */
export async function restoreFrom({ dataDir, databaseUrl }: Config, folder: string): Promise<CommandResult> {
  if (databaseUrl)
    throw new SetupError(
      'DATABASE_URL is set: a site there does not read DATA_DIR. Leave it out to restore.',
    );
  const { madeAt, files, gone } = await restoreBackup({
    from: resolve(folder),
    dataDir,
    services: allMigrations,
  });
  return {
    text: `Restored to ${dataDir}: the site as it stood at ${madeAt}, ${files.length} files.${lost(gone)} Start it.`,
  };
}

/** Rebuilds the indexes of the SQLite file in DATA_DIR. */
export async function repairDatabase({ databaseUrl, dataDir }: Config): Promise<CommandResult> {
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

/** The master key for another: nobody is signed out, no code or link ends. */
export async function rotateSiteSecrets(config: Config): Promise<CommandResult> {
  const { databaseUrl: url, dataDir, secretKey, newSecretKey: next } = config;
  if (!next)
    throw new SetupError(
      'NEW_SECRET_KEY is not set: the secrets will rest under it. Make one (`openssl rand -base64 32`), keep it, and start the site with SECRET_KEY set to it.',
    );
  const lock = url
    ? undefined
    : lockDataDir(
        dataDir,
        `The site runs on DATA_DIR ${dataDir}. Stop it first: it would go on under the old key.`,
      );
  const db = await openDatabase(url ? { url } : { dataDir });
  try {
    await migrate(db, allMigrations);
    const changed = await rotateSecrets(db, { next, dataDir: url ? undefined : dataDir, secretKey });
    const left = url ? '' : ' DATA_DIR/secret.key, if there is one, is of no use any more: remove it.';
    return {
      text: `${changed} secrets rest under NEW_SECRET_KEY now. Start the site with SECRET_KEY set to it.${left}`,
    };
  } finally {
    await db.destroy();
    lock?.release();
  }
}

async function* noFiles() {}

const lost = (gone: readonly string[]): string =>
  gone.length > 0 ? ` Not in it, since the site itself has lost them: ${gone.join(', ')}.` : '';
