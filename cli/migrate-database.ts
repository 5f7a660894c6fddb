import { migrateDatabase } from '#platform/backup/migrate-database.ts';
import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { createLog } from '#platform/observability/log.ts';
import { copyPicturesToBucket } from '#providers/images/migration/to-bucket.ts';
import { openS3Storage } from '#providers/images/storage/s3.ts';
import type { Config } from '../app/config/config.ts';
import { allMigrations } from '../app/storage.ts';
import { describeMissingFiles } from './backup.ts';
import { type Command, type CommandResult, inDatabase } from './command.ts';

export const databaseCommands: Command[] = [
  [
    'migrate',
    'updates the database tables, as the role in DATABASE_URL', // inDatabase has migrated them already.
    inDatabase(async () => 'The tables are up to date.'),
  ],
  [
    'migrate-database --to <postgres://...>',
    'copies the site in DATA_DIR to PostgreSQL, and its pictures to S3_BUCKET if set; stop the site first',
    migrateToPostgres,
  ],
];

/**
 * Copies the embedded site of DATA_DIR to PostgreSQL, and its pictures to the S3 bucket if one is configured.
 */
async function migrateToPostgres(config: Config, to: string): Promise<CommandResult> {
  const { dataDir, secretKey } = config;
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new SetupError(
      '--to: use the address of the database, postgres://user:password@host:5432/database.',
    );
  if (config.databaseUrl && config.databaseUrl !== to)
    throw new SetupError('DATABASE_URL names another database than --to. Unset it for the migration.');
  if (!secretKey)
    throw new SetupError(
      'SECRET_KEY is not set: it encrypts the secrets in the database. Create one (`openssl rand -base64 32`), and start the migrated site with the same key.',
    );
  const { tables, files: pictures } = await migrateDatabase({
    dataDir,
    to,
    secretKey,
    services: allMigrations,
    copyFiles: (source) => copyPictures(source, config),
  });
  const lines = tables.map(({ name, count, checksum }) => `  ${name}: ${count} rows, checksum ${checksum}`);
  const done = 'Migration complete: counts and checksums of all tables are the same.';
  return { text: [done, ...lines, pictures, nextStep].join('\n') };
}

const nextStep =
  'Start the site with DATABASE_URL, this SECRET_KEY and the same PUBLIC_URL as before. Never start it without DATABASE_URL again.';

async function copyPictures(source: Database, { s3, images, dataDir }: Config): Promise<string> {
  if (images) return 'Pictures stay at the hosted image service.';
  if (!s3) return `Pictures stay in ${dataDir}, which the migrated site needs: S3_ENDPOINT is not set.`;
  const bucket = await openS3Storage(s3, createLog('warn'));
  const { copied, unchanged, missing } = await copyPicturesToBucket(source, dataDir, bucket);
  return `Pictures in the bucket ${s3.bucket}: ${copied} copied, ${unchanged} already there.${describeMissingFiles(missing)}`;
}
