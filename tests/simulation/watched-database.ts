import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type DatabaseConnection, type Dialect, type Driver, Kysely, sql } from 'kysely';
import { type Migrations, migrate } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { createPostgresDialect } from '#platform/database/postgres.ts';
import { platformMigrations } from '#platform/database/schema/migrations.ts';
import { createSqliteDialect } from '#platform/database/sqlite.ts';
import { newId } from '#platform/ids.ts';
import { startInlineWriter } from '#platform/testing/inline-writer.ts';

/** Hooks around each use of a connection: a single query or a whole transaction. */
export type ConnectionHooks<Use> = {
  before(): Promise<Use>;
  after(use: Use): void;
  /** Called before a statement's result is returned, even inside a transaction. */
  onResult?(): Promise<unknown> | undefined;
  /** Called when the database rejected a statement. */
  onError?(error: unknown): void;
};

export type WatchedDatabase = {
  /** Opens a connection with these hooks. */
  open<Use>(hooks: ConnectionHooks<Use>): Database;
  wipe(): Promise<void>;
  /** Runs a statement without hooks. */
  run(statement: string): Promise<unknown>;
  count(table: string): Promise<number>;
  /** Saves all rows under a name. Absent where copying is slow. */
  save?(name: string): void;
  /** Restores the saved rows. */
  restore?(name: string): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Opens an SQLite database whose uses can be delayed or broken. Its connections share memory, where a commit
 * takes a tenth of the time, but reads wait for other transactions. Use `inFile` for concurrent tests.
 */
export async function openWatchedFile(
  services: readonly Migrations[],
  { inFile = false } = {},
): Promise<WatchedDatabase> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-faults-'));
  const file = inFile ? join(folder.path, 'blood-buddies.db') : `file:/${newId()}?vfs=memdb`;
  const dialect = await createSqliteDialect(file, undefined, startInlineWriter);
  const opened = await watchDatabase(dialect, services, folder.remove);
  const direct = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  direct.exec('pragma synchronous = off');
  const prepare = (sqls: string[]) => sqls.map((statement) => direct.prepare(statement));
  const deleteStatements = prepare(opened.deleteQueries);
  const insertStatements = new Map<string, StatementSync[]>();
  function replaceRows(inserts: StatementSync[] = []): void {
    direct.exec('begin immediate');
    for (const statement of [...deleteStatements, ...inserts]) statement.run();
    direct.exec('commit');
  }
  return {
    ...opened,
    wipe: async () => replaceRows(),
    save(name) {
      direct.exec(`attach ':memory:' as "${name}"`);
      const nonEmptyTables = opened.tableNames.filter((table) =>
        direct.prepare(`select 1 from "${table}" limit 1`).get(),
      );
      for (const table of nonEmptyTables)
        direct.exec(`create table "${name}"."${table}" as select * from main."${table}"`);
      insertStatements.set(
        name,
        prepare(
          nonEmptyTables.map((table) => `insert into main."${table}" select * from "${name}"."${table}"`),
        ),
      );
    },
    restore: (name) => replaceRows(insertStatements.get(name)),
    async [Symbol.asyncDispose]() {
      direct.close();
      await opened[Symbol.asyncDispose]();
    },
  };
}

/** Like `openWatchedFile`, but opens a PostgreSQL database. Closing the database calls `drop`. */
export async function openWatchedServer(
  url: string,
  services: readonly Migrations[],
  drop: () => Promise<void>,
): Promise<WatchedDatabase> {
  const opened = await watchDatabase(createPostgresDialect({ url }).dialect, services, drop);
  return {
    ...opened,
    async wipe() {
      for (const statement of opened.deleteQueries) await opened.run(statement);
    },
  };
}

async function watchDatabase(
  dialect: Dialect,
  services: readonly Migrations[],
  onClose: () => Promise<void>,
) {
  const plain: Database = new Kysely({ dialect });
  // Shared by all processes, because it caches prepared statements.
  const driver = dialect.createDriver();
  await driver.init();
  await migrate(plain, [platformMigrations, ...services]);
  const tables = await plain.introspection.getTables();
  const tableNames = tables
    .filter(({ schema = 'public' }) => schema === 'public')
    .map(({ name }) => name)
    .filter((name) => !/migration|platform_secret|platform_lock|list_versions/.test(name));
  return {
    plain,
    tableNames,
    run: (statement: string) => sql.raw(statement).execute(plain),
    async count(table: string) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(plain);
      return Number(rows[0]?.n);
    },
    deleteQueries: tableNames.map((table) => `delete from "${table}"`),
    open: <Use>(hooks: ConnectionHooks<Use>): Database =>
      new Kysely({
        dialect: watched(dialect, driver, hooks),
        plugins: [
          {
            transformQuery: ({ node }) => node,
            async transformResult({ result }) {
              await hooks.onResult?.();
              return result;
            },
          },
        ],
        log: (event) => {
          if (event.level === 'error') hooks.onError?.(event.error);
        },
      }),
    async [Symbol.asyncDispose]() {
      await plain.destroy();
      await onClose();
    },
  };
}

function watched<Use>(dialect: Dialect, driver: Driver, hooks: ConnectionHooks<Use>): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => watchedDriver(driver, hooks),
  };
}

function watchedDriver<Use>(driver: Driver, hooks: ConnectionHooks<Use>): Driver {
  const uses = new Map<DatabaseConnection, Use>();
  return {
    init: async () => {},
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    destroy: () => Promise.resolve(),
    async acquireConnection() {
      const use = await hooks.before();
      const connection = await driver.acquireConnection();
      uses.set(connection, use);
      return connection;
    },
    async releaseConnection(connection) {
      const use = uses.get(connection) as Use;
      uses.delete(connection);
      await driver.releaseConnection(connection);
      hooks.after(use);
    },
  };
}
