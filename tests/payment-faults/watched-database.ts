import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely';
import { type Migrations, migrate } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { postgresDialect } from '#platform/database/postgres.ts';
import { sqliteDialect } from '#platform/database/sqlite.ts';
import { platformMigrations } from '#platform/schema/migrations.ts';

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
  [Symbol.asyncDispose](): Promise<void>;
};

/** An embedded database in a folder of its own, each of whose uses can be held up or broken. */
export async function openWatchedFile(services: readonly Migrations[]): Promise<WatchedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-faults-'));
  const dialect = await sqliteDialect(join(folder, 'blood-buddies.db'));
  return watchDatabase(dialect, services, async () => rmSync(folder, { recursive: true }));
}

/** The same on PostgreSQL; `drop` is called when it is closed. */
export const openWatchedServer = (
  url: string,
  services: readonly Migrations[],
  drop: () => Promise<void>,
): Promise<WatchedDatabase> => watchDatabase(postgresDialect({ url }).dialect, services, drop);

async function watchDatabase(
  dialect: Dialect,
  services: readonly Migrations[],
  afterwards: () => Promise<void>,
): Promise<WatchedDatabase> {
  const plain: Database = new Kysely({ dialect });
  await migrate(plain, [platformMigrations, ...services]);
  const tables = (await plain.introspection.getTables()).map(({ name }) => name);
  const kept = /migration|platform_secret|platform_lock/;
  return {
    open: (watch) =>
      new Kysely({
        dialect: watched(dialect, watch),
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
    async wipe() {
      await plain.transaction().execute(async (trx) => {
        for (const table of tables) {
          if (!kept.test(table)) await trx.deleteFrom(table as never).execute();
        }
      });
    },
    async [Symbol.asyncDispose]() {
      await plain.destroy();
      await afterwards();
    },
  };
}

function watched<Use>(dialect: Dialect, watch: Watch<Use>): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => watchedDriver(dialect.createDriver(), watch),
  };
}

function watchedDriver<Use>(driver: Driver, watch: Watch<Use>): Driver {
  const uses = new Map<DatabaseConnection, Use>();
  return {
    init: () => driver.init(),
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
