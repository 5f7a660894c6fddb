import { once } from 'node:events';
import { Kysely, sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { createPostgresDialect } from '../database/postgres.ts';

export type CreatedDatabase = { url: string; drop(): Promise<void> };
export type ReusablePostgres = Awaited<ReturnType<typeof openReusablePostgres>>;

const shapeOfTables = `select string_agg(concat_ws(' ', c.relname, a.attname, a.atttypid), ',' order by c.oid, a.attnum)
  as shape from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace`;

/** Empties all tables that contain rows or once did, except the migration history and the lock. */
const deleteRows = `do $$ declare name text; begin
  for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname not like '%migration%' and relname <> 'platform_lock' and pg_relation_size(oid) > 0 loop
    execute format('delete from %I', name);
  end loop;
end $$`;

/**
 * Opens a database whose connections several tests use in turn, because opening a connection takes longer
 * than most tests.
 */
export async function openReusablePostgres({ url, drop }: CreatedDatabase) {
  const { dialect, pool } = createPostgresDialect({ url });
  const driver = dialect.createDriver();
  await driver.init();
  const shared = { ...driver, init: async () => {}, destroy: async () => {} };
  const open = (): Database => new Kysely({ dialect: { ...dialect, createDriver: () => shared } });
  const db = open();
  const readShape = async () =>
    (await sql.raw<{ shape: string }>(shapeOfTables).execute(db)).rows[0]?.shape ?? '';
  const shape = await readShape();
  return {
    /** Opens the database for one test, which destroys it at the end. */
    open,
    /** Deletes all rows except the migration history. Returns false when a test has changed the tables. */
    async deleteAllRows(): Promise<boolean> {
      while (pool.idleCount < pool.totalCount) await once(pool, 'release');
      if ((await readShape()) !== shape) return false;
      await sql.raw(deleteRows).execute(db);
      return true;
    },
    async drop(): Promise<void> {
      await driver.destroy();
      await drop();
    },
  };
}
