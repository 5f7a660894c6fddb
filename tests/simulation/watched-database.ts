import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type DatabaseConnection, type Dialect, type DialectAdapter, type Driver, Kysely, sql } from 'kysely';
import { type Migrations, migrate } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { postgresDialect } from '#platform/database/postgres.ts';
import { platformMigrations } from '#platform/database/schema/migrations.ts';
import { SqliteWriterAdapter, sqliteDialect } from '#platform/database/sqlite.ts';
import { newId } from '#platform/ids.ts';
import { startInlineWriter } from '#platform/testing/inline-writer.ts';

/** What happens around each use of a connection: a query of its own, or a whole transaction. */
export type Watch<Use> = {
  before(): Promise<Use>;
  after(use: Use): void;
  /** Before a statement is answered, also inside a transaction. */
  answered?(): Promise<unknown> | undefined;
  /** The database itself refused a statement. */
  refused?(error: unknown): void;
};

export type WatchedDatabase = {
  /** A way to the database that is watched like this. */
  open<Use>(watch: Watch<Use>): Database;
  wipe(): Promise<void>;
  /** Runs a statement at once, watched by nobody. */
  run(statement: string): Promise<unknown>;
  count(table: string): Promise<number>;
  /** Keeps all rows as they are now, under a name; only where they can be copied quickly. */
  save?(name: string): void;
  /** All rows as they were when they were saved. */
  restore?(name: string): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * An embedded database, each of whose uses can be held up or broken. All its connections share one place in memory, where
 * a commit costs a tenth of what it costs in a file. There nobody reads during another's transaction: `inFile` where much
 * happens at once.
 */
export async function openWatchedFile(
  services: readonly Migrations[],
  { inFile = false } = {},
): Promise<WatchedDatabase> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-faults-'));
  const file = inFile ? join(folder.path, 'blood-buddies.db') : `file:/${newId()}?vfs=memdb`;
  const dialect = await sqliteDialect(file, undefined, startInlineWriter);
  const opened = await watchDatabase(dialect, services, folder.remove);
  const direct = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  direct.exec('pragma synchronous = off');
  const prepare = (sqls: string[]) => sqls.map((each) => direct.prepare(each));
  const emptying = prepare(opened.wiping);
  const filling = new Map<string, StatementSync[]>();
  function replaceRows(filled: StatementSync[] = []): void {
    direct.exec('begin immediate');
    for (const statement of [...emptying, ...filled]) statement.run();
    direct.exec('commit');
  }
  return {
    ...opened,
    wipe: async () => replaceRows(),
    save(name) {
      direct.exec(`attach ':memory:' as "${name}"`);
      const full = opened.emptied.filter((table) => direct.prepare(`select 1 from "${table}" limit 1`).get());
      for (const table of full)
        direct.exec(`create table "${name}"."${table}" as select * from main."${table}"`);
      filling.set(
        name,
        prepare(full.map((table) => `insert into main."${table}" select * from "${name}"."${table}"`)),
      );
    },
    restore: (name) => replaceRows(filling.get(name)),
    async [Symbol.asyncDispose]() {
      direct.close();
      await opened[Symbol.asyncDispose]();
    },
  };
}

/** The same on PostgreSQL; `drop` is called when it is closed. */
export async function openWatchedServer(
  url: string,
  services: readonly Migrations[],
  drop: () => Promise<void>,
): Promise<WatchedDatabase> {
  const opened = await watchDatabase(postgresDialect({ url }).dialect, services, drop);
  return {
    ...opened,
    // One by one: Citus takes no two spread tables in one statement.
    async wipe() {
      for (const statement of opened.wiping) await opened.run(statement);
    },
  };
}

async function watchDatabase(
  dialect: Dialect,
  services: readonly Migrations[],
  afterwards: () => Promise<void>,
) {
  const plain: Database = new Kysely({ dialect });
  // Shared by all processes: it keeps the statements that were prepared.
  const driver = dialect.createDriver();
  await driver.init();
  await migrate(plain, [platformMigrations, ...services]);
  const tables = await plain.introspection.getTables();
  const emptied = tables
    .filter(({ schema = 'public' }) => schema === 'public')
    .map(({ name }) => name)
    .filter((name) => !/migration|platform_secret|platform_lock/.test(name));
  return {
    plain,
    emptied,
    run: (statement: string) => sql.raw(statement).execute(plain),
    async count(table: string) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(plain);
      return Number(rows[0]?.n);
    },
    wiping: emptied.map((table) => `delete from "${table}"`),
    open: <Use>(watch: Watch<Use>): Database =>
      new Kysely({
        dialect: watched(dialect, driver, watch),
        plugins: [
          {
            transformQuery: ({ node }) => node,
            async transformResult({ result }) {
              await watch.answered?.();
              return result;
            },
          },
        ],
        log: (event) => {
          if (event.level === 'error') watch.refused?.(event.error);
        },
      }),
    async [Symbol.asyncDispose]() {
      await plain.destroy();
      await afterwards();
    },
  };
}

function watched<Use>(dialect: Dialect, driver: Driver, watch: Watch<Use>): Dialect {
  return {
    createAdapter: () => watchedAdapter(dialect.createAdapter(), watch),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => watchedDriver(driver, watch),
  };
}

/** On SQLite statements that must all give a row go to the writer by themselves. */
function watchedAdapter<Use>(adapter: DialectAdapter, watch: Watch<Use>): DialectAdapter {
  if (!(adapter instanceof SqliteWriterAdapter)) return adapter;
  const allOrNone: SqliteWriterAdapter['allOrNone'] = async (queries) => {
    const use = await watch.before();
    try {
      return await adapter.allOrNone(queries);
    } finally {
      watch.after(use);
    }
  };
  return new Proxy(adapter, {
    get(target, name) {
      if (name === 'allOrNone') return allOrNone;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function watchedDriver<Use>(driver: Driver, watch: Watch<Use>): Driver {
  const uses = new Map<DatabaseConnection, Use>();
  return {
    init: async () => {},
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    destroy: () => Promise.resolve(),
    async acquireConnection() {
      const use = await watch.before();
      const connection = await driver.acquireConnection();
      uses.set(connection, use);
      return connection;
    },
    async releaseConnection(connection) {
      const use = uses.get(connection) as Use;
      uses.delete(connection);
      await driver.releaseConnection(connection);
      watch.after(use);
    },
  };
}
