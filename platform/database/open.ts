import { join } from 'node:path';
import { Kysely, type LogEvent, sql } from 'kysely';
import { SetupError } from '../errors.ts';
import { databaseFile, openDataFolder, toUnusableFileError } from '../files/data-folder.ts';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import { getContext } from '../observability/request-context.ts';
import { collectPoolMetrics, createPostgresDialect, type PostgresLocation } from './postgres.ts';
import { createSqliteDialect, SqliteWriterAdapter } from './sqlite.ts';

/**
 * The database of the whole site. Each service uses its own tables: `db.withTables<IdentityTables>()`.
 * Columns are text or integer (times in ms, booleans as 0 or 1) on both engines.
 */
// biome-ignore lint/complexity/noBannedTypes: no tables; each service adds its own.
export type Database = Kysely<{}>;

export type DatabaseLocation = { dataDir: string } | PostgresLocation;
/** With `traced`, each statement of a request has a trace span. */
export type DatabaseOptions = { metricsRegistry?: MetricsRegistry; traced?: boolean };

/**
 * Opens the embedded SQLite file `blood-buddies.db` in `dataDir`, or PostgreSQL at `url`.
 * @throws SetupError when the folder or the file cannot be used, or the server does not respond
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: DatabaseOptions = {},
): Promise<Database> {
  if ('url' in location) return openPostgres(location, options);
  openDataFolder(location.dataDir);
  const file = join(location.dataDir, databaseFile);
  try {
    const dialect = await createSqliteDialect(file, options.metricsRegistry);
    return new Kysely({ dialect, ...tracingOptions('sqlite', options) });
  } catch (cause) {
    throw toUnusableFileError(file, cause);
  }
}

async function openPostgres(
  server: PostgresLocation,
  { metricsRegistry, ...options }: DatabaseOptions,
): Promise<Database> {
  const { dialect, pool } = createPostgresDialect(server);
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    throw new SetupError(
      `Cannot connect to the database in DATABASE_URL: ${(cause as Error).message || (cause as { code?: string }).code}. Check that it is running, and that the format is postgres://user:password@host:5432/database.`,
      { cause },
    );
  }
  collectPoolMetrics(metricsRegistry, pool);
  return new Kysely({ dialect, ...tracingOptions('postgresql', options) });
}

const MAX_QUERY_TEXT = 2000;

/** Adds a span with the statement's text, never its values, to the trace of the current request. */
function tracingOptions(system: 'sqlite' | 'postgresql', options: DatabaseOptions) {
  if (!options.traced) return {};
  const log = (event: LogEvent): void => {
    const span = getContext()?.span;
    if (!span) return;
    const { sql } = event.query;
    const [, verb = 'statement'] = /^\s*(\w+)/.exec(sql) ?? [];
    const operation = verb.toUpperCase();
    // A statement that begins with WITH uses several tables.
    const [, table = ''] = (operation !== 'WITH' && /\b(?:from|into|update)\s+"?(\w+)/i.exec(sql)) || [];
    const statementSpan = span.child(`${operation} ${table}`.trim(), {
      kind: 'client',
      agoMs: event.queryDurationMillis,
      attributes: {
        'db.system.name': system,
        'db.operation.name': operation,
        'db.query.text': sql.slice(0, MAX_QUERY_TEXT),
      },
    });
    statementSpan.end(event.level === 'error' ? { error: event.error } : {});
  };
  return { log };
}

/**
 * Makes requests fail immediately (503) while another process has locked the SQLite file. Call it after
 * startup.
 */
export async function startServing(db: Database): Promise<void> {
  const { adapter } = db.getExecutor();
  if (adapter instanceof SqliteWriterAdapter) await adapter.serveRequests();
}

/** Resolves when the database responds. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
