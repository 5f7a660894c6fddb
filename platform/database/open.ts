import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { openDataFolder, unusable } from '../data-folder.ts';
import { SetupError } from '../errors.ts';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

/**
 * The database of the whole house. Each service sees its own tables: `db.withTables<IdentityTables>()`.
 * Columns are text, integer (instants in ms, booleans as 0 or 1) on both engines.
 */
// biome-ignore lint/complexity/noBannedTypes: no tables yet; each service adds its own.
export type Database = Kysely<{}>;

export type DatabaseLocation = { dataDir: string } | { url: string };

/**
 * Opens the embedded SQLite file `blood-buddies.db` in `dataDir`, or PostgreSQL at `url`.
 * @throws SetupError when the folder cannot be written or the server does not answer
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) return openPostgres(location.url);
  openDataFolder(location.dataDir);
  try {
    const db: Database = new Kysely({
      dialect: await sqliteDialect(join(location.dataDir, 'blood-buddies.db')),
    });
    return db;
  } catch (cause) {
    throw unusable(location.dataDir, cause);
  }
}

async function openPostgres(url: string): Promise<Database> {
  const { dialect, ping } = postgresDialect(url);
  try {
    await ping();
  } catch (cause) {
    throw new SetupError(
      `DATABASE_URL cannot be reached: ${(cause as Error).message || (cause as { code?: string }).code}. It reads postgres://user:password@host:5432/database.`,
      { cause },
    );
  }
  return new Kysely({ dialect });
}

/** Resolves when the database answers. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
