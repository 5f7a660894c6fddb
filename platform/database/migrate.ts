import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { SetupError } from '../errors.ts';
import type { Database } from './open.ts';
import { inTransaction } from './transaction.ts';

/** The numbered migrations of one service, by name ('0001-start'), in order. Only ever added to. */
export type Migrations = { service: string; steps: Record<string, Migration> };

/** The rows: `migration`, which who migrates holds, and how far a site is moved into this database. */
type LockTable = { platform_lock: { name: string } };

/** Whether a site is being moved into this database, or has been. */
export type MigrationState = 'none' | 'moving' | 'moved';

/**
 * Brings every service's tables up to date, under a lock row: of several starting replicas one migrates, the rest wait.
 * Where there is nothing to change it needs no right to change tables.
 * @throws SetupError on a database into which a site is half moved, unless it is moved on (`halfMoved`), and when the
 * role may not change tables that have to be
 */
export async function migrate(
  database: Database,
  services: readonly Migrations[],
  { halfMoved = false } = {},
): Promise<void> {
  const db = database.withTables<LockTable>();
  // Of two that start at once on an empty PostgreSQL one fails in spite of `if not exists`; then the table is there.
  // PostgreSQL asks for the right to create a table that is there already, too.
  if (!(await tableNames(database)).has('platform_lock')) {
    await demandRight(db);
    await createLock(db).catch(() => createLock(db));
  }
  if (!halfMoved && (await stateOf(db)) === 'moving')
    throw new SetupError(
      'DATABASE_URL: moving the site there has not ended. Run `npm run cli -- migrate-database` again, to its end.',
    );
  const migrateAll = async (trx: Kysely<LockTable>) => {
    await takeTime(trx);
    for (const service of services) await migrateService(trx, service);
  };
  await inTransaction(db, async (held) => {
    await takeLock(held);
    // In a transaction of its own: an engine that commits at each change of a table (CockroachDB) keeps the lock then,
    // and one that reads as of a transaction's begin sees what the server before us in the queue has done.
    if (onPostgres(held)) await inTransaction(db, migrateAll);
    else await migrateAll(held);
  });
}

async function takeLock(trx: Kysely<LockTable>): Promise<void> {
  await takeTime(trx);
  await trx
    .insertInto('platform_lock')
    .values({ name: 'migration' })
    .onConflict((c) => c.doNothing())
    .execute();
  await sql`update platform_lock set name = name where name = 'migration'`.execute(trx);
}

const onPostgres = (db: Kysely<LockTable>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** @throws SetupError when the role may not change tables: what it tried would only be told as a broken transaction */
async function demandRight(db: Kysely<LockTable>): Promise<void> {
  if (!onPostgres(db)) return;
  const asked = sql<{ may: boolean }>`select has_schema_privilege(current_schema(), 'create') as may`;
  const [answer] = (await asked.execute(db)).rows;
  if (answer?.may) return;
  throw new SetupError(
    'The role of DATABASE_URL may not change tables, and they are not those of this version: run `npm run cli -- migrate` with the DATABASE_URL of one that may.',
  );
}

async function createLock(db: Kysely<LockTable>): Promise<void> {
  await db.schema
    .createTable('platform_lock')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .execute();
}

/** A large table takes longer than a statement may at other times (postgres.ts), and so does waiting for it. */
async function takeTime(trx: Kysely<LockTable>): Promise<void> {
  if (!onPostgres(trx)) return;
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's.
async function migrateService(db: Kysely<any>, { service, steps }: Migrations): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => steps },
    migrationTableName: `${service}_migration`,
    migrationLockTableName: `${service}_migration_lock`,
  });
  const known = await migrator.getMigrations();
  // A newer version may have added steps that this one does not know, and works on: it is started again beside it.
  if (known.every(({ executedAt }) => executedAt)) return;
  await demandRight(db);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/**
 * How a database's tables stand to those of this version of the code: `none` of ours are there; `newer`: this version
 * cannot know them. Changes nothing.
 */
export async function versionOf(
  db: Database,
  services: readonly Migrations[],
): Promise<'none' | 'older' | 'same' | 'newer'> {
  const there = await tableNames(db);
  const ours = services.filter(({ service }) => there.has(`${service}_migration`));
  let missing = services.length - ours.length;
  for (const { service, steps } of ours) {
    const { rows } = await sql<{
      name: string;
    }>`select name from ${sql.table(`${service}_migration`)}`.execute(db);
    const done = rows.map(({ name }) => name);
    if (done.some((name) => !Object.hasOwn(steps, name))) return 'newer';
    missing += Object.keys(steps).length - done.length;
  }
  if (ours.length === 0) return 'none';
  return missing > 0 ? 'older' : 'same';
}

export async function tableNames(db: Database): Promise<Set<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return new Set(tables.map(({ name }) => name));
}

export async function readMigrationState(database: Database): Promise<MigrationState> {
  const hasRows = (await tableNames(database)).has('platform_lock');
  return hasRows ? stateOf(database.withTables<LockTable>()) : 'none';
}

async function stateOf(db: Kysely<LockTable>): Promise<MigrationState> {
  const states = db.selectFrom('platform_lock').select('name').where('name', 'in', ['moving', 'moved']);
  return ((await states.executeTakeFirst())?.name as MigrationState | undefined) ?? 'none';
}

export async function beginMigration(database: Database): Promise<void> {
  const db = database.withTables<LockTable>();
  await db.insertInto('platform_lock').values({ name: 'moving' }).execute();
}

export async function endMigration(database: Database): Promise<void> {
  const db = database.withTables<LockTable>();
  await db.updateTable('platform_lock').set({ name: 'moved' }).where('name', '=', 'moving').execute();
}
