import { join } from 'node:path';
import { type Dialect, Kysely, sql } from 'kysely';
import { openDataFolder, unusable } from '../data-folder.ts';
import { SetupError } from '../errors.ts';
import type { Measures } from '../measures.ts';
import { countTransactions, measurePool } from './database-measures.ts';
import { type PostgresPlace, postgresDialect } from './postgres.ts';
import { SqliteWriterAdapter, sqliteDialect } from './sqlite.ts';
import { tellStatements } from './statement-spans.ts';

/**
 * The database of the whole house. Each service sees its own tables: `db.withTables<IdentityTables>()`.
 * Columns are text, integer (instants in ms, booleans as 0 or 1) on both engines.
 */
// biome-ignore lint/complexity/noBannedTypes: no tables yet; each service adds its own.
export type Database = Kysely<{}>;

export type DatabaseLocation = { dataDir: string } | PostgresPlace;
/** Who looks on. `traced`: statements are steps of traces. */
export type DatabaseWatch = { measures?: Measures; traced?: boolean };

/**
 * Opens the embedded SQLite file `blood-buddies.db` in `dataDir`, or PostgreSQL at `url`.
 * @throws SetupError when the folder cannot be written or the server does not answer
 */
export async function openDatabase(location: DatabaseLocation, watch: DatabaseWatch = {}): Promise<Database> {
  if ('url' in location) return openPostgres(location, watch);
  openDataFolder(location.dataDir);
  try {
    const dialect = await sqliteDialect(join(location.dataDir, 'blood-buddies.db'), watch.measures);
    return watchedDatabase(dialect, 'sqlite', watch);
  } catch (cause) {
    throw unusable(location.dataDir, cause);
  }
}

async function openPostgres(place: PostgresPlace, watch: DatabaseWatch): Promise<Database> {
  const { dialect, pool, ping } = postgresDialect(place);
  try {
    await ping();
  } catch (cause) {
    throw new SetupError(
      `DATABASE_URL cannot be reached: ${(cause as Error).message || (cause as { code?: string }).code}. It reads postgres://user:password@host:5432/database.`,
      { cause },
    );
  }
  measurePool(watch.measures, pool, 'primary');
  return watchedDatabase(dialect, 'postgresql', watch);
}

function watchedDatabase(
  dialect: Dialect,
  system: 'sqlite' | 'postgresql',
  { measures, traced }: DatabaseWatch,
): Database {
  return new Kysely({
    dialect: countTransactions(dialect, measures),
    ...(traced && { log: tellStatements(system) }),
  });
}

/** A read-only replica. It need not be there now: whoever reads from it goes elsewhere meanwhile. */
export function openReplica(place: PostgresPlace, watch: DatabaseWatch = {}): Database {
  const { dialect, pool } = postgresDialect(place);
  measurePool(watch.measures, pool, 'replica');
  return watchedDatabase(dialect, 'postgresql', watch);
}

/** Startup is over: from now on a SQLite file that another process has locked is an error at once (503), not a wait. */
export async function serveRequests(db: Database): Promise<void> {
  const { adapter } = db.getExecutor();
  if (adapter instanceof SqliteWriterAdapter) await adapter.serveRequests();
}

/** Resolves when the database answers. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
