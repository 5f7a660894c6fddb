import { join } from 'node:path';
import { Kysely, type LogEvent, sql } from 'kysely';
import { SetupError } from '../errors.ts';
import { openDataFolder, toUnusableFolderError } from '../files/data-folder.ts';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import { getContext } from '../observability/request-context.ts';
import { collectPoolMetrics, type PostgresLocation, postgresDialect } from './postgres.ts';
import { SqliteWriterAdapter, sqliteDialect } from './sqlite.ts';

/**
 * The database of the whole house. Each service sees its own tables: `db.withTables<IdentityTables>()`.
 * Columns are text, integer (instants in ms, booleans as 0 or 1) on both engines.
 */
// biome-ignore lint/complexity/noBannedTypes: no tables yet; each service adds its own.
export type Database = Kysely<{}>;

export type DatabaseLocation = { dataDir: string } | PostgresLocation;
/** Who looks on. `traced`: statements are steps of traces. */
export type DatabaseWatch = { metrics?: MetricsRegistry; traced?: boolean };

/**
 * Opens the embedded SQLite file `blood-buddies.db` in `dataDir`, or PostgreSQL at `url`.
 * @throws SetupError when the folder cannot be written or the server does not answer
 */
export async function openDatabase(location: DatabaseLocation, watch: DatabaseWatch = {}): Promise<Database> {
  if ('url' in location) return openPostgres(location, watch);
  openDataFolder(location.dataDir);
  try {
    const dialect = await sqliteDialect(join(location.dataDir, 'blood-buddies.db'), watch.metrics);
    return new Kysely({ dialect, ...traced('sqlite', watch) });
  } catch (cause) {
    throw toUnusableFolderError(location.dataDir, cause);
  }
}

async function openPostgres(
  place: PostgresLocation,
  { metrics, ...watch }: DatabaseWatch,
): Promise<Database> {
  const { dialect, pool } = postgresDialect(place);
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    throw new SetupError(
      `DATABASE_URL cannot be reached: ${(cause as Error).message || (cause as { code?: string }).code}. It reads postgres://user:password@host:5432/database.`,
      { cause },
    );
  }
  collectPoolMetrics(metrics, pool, 'primary');
  return new Kysely({ dialect, ...traced('postgresql', watch) });
}

/** A read-only replica. It need not be there now: whoever reads from it goes elsewhere meanwhile. */
export function openReplica(place: PostgresLocation, { metrics, ...watch }: DatabaseWatch = {}): Database {
  const { dialect, pool } = postgresDialect(place);
  collectPoolMetrics(metrics, pool, 'replica');
  return new Kysely({ dialect, ...traced('postgresql', watch) });
}

const LONGEST_TEXT = 2000;

/** Each statement becomes a step of the trace that it belongs to: its text, and never a value. */
function traced(system: 'sqlite' | 'postgresql', watch: DatabaseWatch) {
  if (!watch.traced) return {};
  const log = (event: LogEvent): void => {
    const span = getContext()?.span;
    if (!span) return;
    const { sql } = event.query;
    const [, verb = 'statement'] = /^\s*(\w+)/.exec(sql) ?? [];
    const operation = verb.toUpperCase();
    // What begins with WITH is several statements in one, each on a table of its own.
    const [, table = ''] = (operation !== 'WITH' && /\b(?:from|into|update)\s+"?(\w+)/i.exec(sql)) || [];
    const step = span.child(`${operation} ${table}`.trim(), {
      kind: 'client',
      agoMs: event.queryDurationMillis,
      attributes: {
        'db.system.name': system,
        'db.operation.name': operation,
        'db.query.text': sql.slice(0, LONGEST_TEXT),
      },
    });
    step.end(event.level === 'error' ? { error: event.error } : {});
  };
  return { log };
}

/** Startup is over: from now on a SQLite file that another process has locked is an error at once (503), not a wait. */
export async function startServing(db: Database): Promise<void> {
  const { adapter } = db.getExecutor();
  if (adapter instanceof SqliteWriterAdapter) await adapter.serveRequests();
}

/** Resolves when the database answers. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
