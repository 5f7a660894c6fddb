import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from '../database/open.ts';
import { copySqlite, openSqliteSnapshot } from '../database/sqlite-snapshot.ts';
import { databaseFile } from '../files/data-folder.ts';
import { seconds } from '../time.ts';
import { dumpFile, dumpPostgres, type PostgresSite } from './postgres-dump.ts';

/** Copies the database of a running site. */
export type DatabaseCopier = {
  /** The name of the copy in a backup. */
  file: string;
  /** Copies the current state to a new file, then calls `read` with that state, in which nothing changes. */
  copy<Result>(to: string, read: (db: Database) => Promise<Result>): Promise<Result>;
};

export const createSqliteCopier = (dataDir: string): DatabaseCopier => ({
  file: databaseFile,
  async copy(to, read) {
    copySqlite(join(dataDir, databaseFile), to);
    const db = await openSqliteSnapshot(to);
    try {
      return await read(db);
    } finally {
      await db.destroy();
    }
  },
});

/** A silent connection is closed (database/postgres.ts), and a dump may take hours. */
const KEEP_ALIVE_MS = seconds(5);

/** Dumps a snapshot that a transaction exports and then reads. */
export const createPostgresCopier = (site: PostgresSite): DatabaseCopier => ({
  file: dumpFile,
  async copy(to, read) {
    const db = await openDatabase({ url: site.url, connections: 6 });
    try {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          for (const timeout of ['idle_in_transaction_session_timeout', 'statement_timeout'])
            await sql`set local ${sql.raw(timeout)} = 0`.execute(trx);
          const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
          return whileKeptAlive(trx, async () => {
            await dumpPostgres(site, rows[0]?.id ?? '', to);
            return read(trx);
          });
        });
    } finally {
      await db.destroy();
    }
  },
});

async function whileKeptAlive<Tables, Result>(
  trx: Kysely<Tables>,
  work: () => Promise<Result>,
): Promise<Result> {
  // Ignore an error, because a broken connection fails the work itself.
  const timer = setInterval(() => void sql`select 1`.execute(trx).catch(() => {}), KEEP_ALIVE_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
