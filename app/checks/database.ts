import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDataDirLocked } from '#platform/database/lock.ts';
import { getSchemaState } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { openSqliteSnapshot } from '#platform/database/sqlite-snapshot.ts';
import { SetupError } from '#platform/errors.ts';
import { databaseFile } from '#platform/files/data-folder.ts';
import { listen } from '#platform/http/listen.ts';
import { listRunningServers } from '#platform/jobs/running-servers.ts';
import { assertMasterKey } from '#platform/security/secrets.ts';
import { listPictureFiles } from '#providers/images/migration/to-bucket.ts';
import { findMissingOriginals } from '#providers/images/storage/s3.ts';
import { describeTooNew } from '#server/features/site/oldest-version.ts';
import type { Config } from '../config/config.ts';
import { allMigrations } from '../storage.ts';
import { version } from '../version.ts';
import { findForbiddenTable } from './database-repository.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Opens the database without changing anything. @throws SetupError */
export const openForReading = ({ databaseUrl: url, dataDir }: Config): Promise<Database> =>
  url ? openDatabase({ url, connections: 6 }) : openSqliteSnapshot(join(dataDir, databaseFile));

export async function checkSchema(db: Database): Promise<Finding> {
  const tooNew = await describeTooNew(db, version);
  if (tooNew) return problem(tooNew, 'Install that version, or restore a backup from before the update.');
  const state = await getSchemaState(db, allMigrations);
  return state === 'none'
    ? problem('the database has no tables', 'Start the site once.')
    : ok(schemaTexts[state]);
}

const schemaTexts = {
  older: 'the next start updates the tables',
  same: 'the tables are those of this version',
  newer: 'the tables are those of the next version, which this version can use',
};

export async function checkKey(db: Database, { databaseUrl, secretKey, dataDir }: Config): Promise<Finding> {
  try {
    await assertMasterKey(db, { secretKey, dataDir: databaseUrl ? undefined : dataDir });
    return ok('it decrypts the secrets in the database');
  } catch (error) {
    if (error instanceof SetupError) return problem(error.message, '');
    return problem('secret.key cannot be read', 'Restore it from a backup, or set SECRET_KEY.');
  }
}

/** Checks that the role may read and write every table. It need not own them. */
export async function checkRole(db: Database, { databaseUrl }: Config): Promise<Finding | undefined> {
  if (!databaseUrl) return undefined;
  const { role, table } = await findForbiddenTable(db);
  return table === null
    ? ok(`${role} may read and write all tables`)
    : problem(`${role} may not use the table ${table}`, 'Run deploy/postgresql-roles.sql again.');
}

/** Several servers need one place for pictures. */
export async function checkServers(db: Database, config: Config): Promise<Finding | undefined> {
  const { databaseUrl, s3 } = config;
  if (!databaseUrl) return checkLock(config);
  const folders = await listRunningServers(db);
  if (s3 || new Set(folders).size < 2) return ok(`${folders.length} run on this database`);
  return problem(
    'two servers on this database store pictures in different folders',
    'Set S3_ENDPOINT, or give them one shared DATA_DIR. Stop a server that should not run.',
  );
}

/** A SQLite site has one server, which locks the folder. */
async function checkLock({ dataDir, host, port }: Config): Promise<Finding> {
  if (!isDataDirLocked(dataDir)) return ok('no server uses DATA_DIR');
  if (!(await isFree({ host, port }))) return ok('one server uses DATA_DIR');
  return problem(
    `a server uses DATA_DIR, but none listens on port ${port}`,
    'Set PORT as the server has it, or stop that server.',
  );
}

async function isFree(address: { host: string; port: number }): Promise<boolean> {
  try {
    await (await listen(address)).close();
    return true;
  } catch {
    return false;
  }
}

/** How many pictures are looked for in a bucket, which takes a request for each. */
const SAMPLE = 20;

/** Looks for the file of each visible picture, or in a bucket for some of them. */
export async function checkPictures(db: Database, { dataDir, s3 }: Config): Promise<Finding> {
  const paths: string[] = [];
  for await (const { path, needed } of listPictureFiles(db)) if (needed) paths.push(path);
  const looked = s3 ? paths.slice(-SAMPLE) : paths;
  const missing = s3
    ? await findMissingOriginals(s3, looked.map(toPictureId))
    : looked.filter((path) => !existsSync(join(dataDir, path)));
  return missing.length === 0
    ? ok(`the files of ${looked.length} pictures are there`)
    : problem(
        `${missing.length} of ${looked.length} files are missing, such as ${missing[0]}`,
        'Copy them from a backup, or from the server that stored them.',
      );
}

/** Returns the id in the path of an original. */
const toPictureId = (path: string): string => basename(dirname(path));
