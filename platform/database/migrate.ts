import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { SetupError } from '../errors.ts';
import type { Database } from './open.ts';
import { inTransaction } from './transaction.ts';

/**
 * The numbered migrations of one service in order, keyed by name (`0001-start`). Released migrations never
 * change.
 */
export type Migrations = { service: string; steps: Record<string, Migration> };

/** A migration in SQL that SQLite and PostgreSQL share. Semicolons separate the statements. */
export const sqlMigration = (statements: string): Migration & { statements: string } => ({
  statements,
  async up(db) {
    for (const statement of statements.split(';')) await sql.raw(statement).execute(db);
  },
});

/** The migrating server locks the row named `migration`. */
type LockTables = { platform_lock: { name: string } };

/**
 * Runs the pending migrations of all services under a lock row, so that one of several servers migrates and
 * the others wait. If no migrations are pending, no permission to change tables is needed.
 */
export async function migrate(database: Database, services: readonly Migrations[]): Promise<void> {
  const db = database.withTables<LockTables>();
  // Check first, because PostgreSQL requires the CREATE privilege even if the table exists. Retry, because
  // `if not exists` can fail when two servers start at the same time.
  if (!(await tableNames(database)).has('platform_lock')) {
    await requireCreatePrivilege(db);
    await createLock(db).catch(() => createLock(db));
  }
  const migrateAll = async (trx: Kysely<LockTables>) => {
    await disableTimeouts(trx);
    for (const service of services) await migrateService(trx, service);
  };
  await inTransaction(db, async (locked) => {
    await takeLock(locked);
    // Use a second transaction, which starts after the lock is taken and sees the migrations of the server
    // that held it.
    if (isPostgres(locked)) await inTransaction(db, migrateAll);
    else await migrateAll(locked);
  });
}

async function takeLock(trx: Kysely<LockTables>): Promise<void> {
  await disableTimeouts(trx);
  await trx
    .insertInto('platform_lock')
    .values({ name: 'migration' })
    .onConflict((c) => c.doNothing())
    .execute();
  await sql`update platform_lock set name = name where name = 'migration'`.execute(trx);
}

const isPostgres = (db: Kysely<LockTables>) => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * @throws SetupError when the role may not change tables. PostgreSQL itself would only report an aborted
 * transaction.
 */
async function requireCreatePrivilege(db: Kysely<LockTables>): Promise<void> {
  if (!isPostgres(db)) return;
  const privilege = sql<{
    isAllowed: boolean;
  }>`select has_schema_privilege(current_schema(), 'create') as "isAllowed"`;
  const [row] = (await privilege.execute(db)).rows;
  if (row?.isAllowed) return;
  throw new SetupError(
    'The database needs migrations, but the role in DATABASE_URL may not change tables. Run `npm run cli -- migrate` with the DATABASE_URL of a role that may.',
  );
}

async function createLock(db: Kysely<LockTables>): Promise<void> {
  await db.schema
    .createTable('platform_lock')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .execute();
}

/**
 * Disables the timeouts of postgres.ts, because migrating a large table, or waiting for its lock, may take
 * longer.
 */
async function disableTimeouts(trx: Kysely<LockTables>): Promise<void> {
  if (!isPostgres(trx)) return;
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the tables of its time, not the current types.
async function migrateService(db: Kysely<any>, { service, steps }: Migrations): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => steps },
    migrationTableName: `${service}_migration`,
    migrationLockTableName: `${service}_migration_lock`,
  });
  const all = await migrator.getMigrations();
  // Accept unknown steps of a newer version, because both versions run during a rolling update.
  if (all.every(({ executedAt }) => executedAt)) return;
  await requireCreatePrivilege(db);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/**
 * `none`: the database has no tables of the site. `newer`: it has migrations that this version lacks.
 */
export type SchemaState = 'none' | 'older' | 'same' | 'newer';

/** Compares a database with the migrations of this version. Changes nothing. */
export async function getSchemaState(db: Database, services: readonly Migrations[]): Promise<SchemaState> {
  const existing = await tableNames(db);
  const done = new Map<string, string[]>();
  for (const { service } of services) {
    if (!existing.has(`${service}_migration`)) continue;
    const names = sql<{ name: string }>`select name from ${sql.table(`${service}_migration`)}`;
    done.set(
      service,
      (await names.execute(db)).rows.map(({ name }) => name),
    );
  }
  return compareSchema(services, done);
}

/** @param done the names of the migrations that have run, by service */
export function compareSchema(
  services: readonly Migrations[],
  done: ReadonlyMap<string, readonly string[]>,
): SchemaState {
  if (done.size === 0) return 'none';
  const isKnown = ({ service, steps }: Migrations) =>
    (done.get(service) ?? []).every((name) => Object.hasOwn(steps, name));
  if (!services.every(isKnown)) return 'newer';
  const isComplete = ({ service, steps }: Migrations) =>
    done.get(service)?.length === Object.keys(steps).length;
  return services.every(isComplete) ? 'same' : 'older';
}

export async function tableNames(db: Database): Promise<Set<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return new Set(tables.map(({ name }) => name));
}
