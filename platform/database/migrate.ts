import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './open.ts';
import { inTransaction } from './transaction.ts';

/** The numbered migrations of one service, by name ('0001-start'), in order. Only ever added to. */
export type Migrations = { service: string; steps: Record<string, Migration> };

type LockTable = { platform_lock: { name: string } };

/** Brings every service's tables up to date, under a lock row: of several starting replicas one migrates, the rest wait. */
export async function migrate(database: Database, services: readonly Migrations[]): Promise<void> {
  const db = database.withTables<LockTable>();
  // Of two that start at once on an empty PostgreSQL one fails in spite of `if not exists`; then the table is there.
  await createLock(db).catch(() => createLock(db));
  await inTransaction(db, async (trx) => {
    await takeTime(trx);
    await trx
      .insertInto('platform_lock')
      .values({ name: 'migration' })
      .onConflict((c) => c.doNothing())
      .execute();
    await sql`update platform_lock set name = name where name = 'migration'`.execute(trx);
    for (const service of services) await migrateService(trx, service);
  });
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
  const onPostgres = trx.getExecutor().adapter instanceof PostgresAdapter;
  if (onPostgres) await sql`set local statement_timeout = 0`.execute(trx);
}

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's.
async function migrateService(db: Kysely<any>, { service, steps }: Migrations): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => steps },
    migrationTableName: `${service}_migration`,
    migrationLockTableName: `${service}_migration_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
