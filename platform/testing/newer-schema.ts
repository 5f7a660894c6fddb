import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migrations } from '../database/migrate.ts';

/** Default of the added column, and its value in stored rows. No response may contain either. */
const UNSET = 'newer-schema-unset';
const STORED = 'newer-schema-stored';
export const NEWER_SCHEMA_MARK = 'newer-schema-';

/**
 * Adds a migration to each service that gives every table an additional NOT NULL column with a default, as a newer version
 * might. Triggers change its value in stored rows and reject inserts of that value, so that code which copies the
 * result of a `select *` fails.
 */
export const newerSchemaOf = (services: readonly Migrations[]): Migrations[] =>
  services.map(({ service, steps }) => ({
    service,
    steps: { ...steps, '9999-newer-version': { up: addNewerColumns } },
  }));

/** The lock row cannot be changed while migrations run. */
const isMigrationTable = (table: string) => /_migration(_lock)?$|^platform_lock$/.test(table);

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the tables of its time.
async function addNewerColumns(db: Kysely<any>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  if (isPostgres) await sql.raw(checkFunction).execute(db);
  for (const { name, columns } of await db.introspection.getTables()) {
    if (isMigrationTable(name) || columns.some((column) => column.name === 'newer')) continue;
    await db.schema
      .alterTable(name)
      .addColumn('newer', 'text', (c) => c.notNull().defaultTo(UNSET))
      .execute();
    for (const trigger of isPostgres ? postgresTriggers(name) : sqliteTriggers(name))
      await sql.raw(trigger).execute(db);
  }
}

const checkFunction = `create or replace function check_newer() returns trigger language plpgsql as $$ begin
  if new.newer <> '${UNSET}' then raise exception 'An insert carries a column of a newer version.'; end if;
  new.newer := '${STORED}';
  return new;
end $$`;

const postgresTriggers = (table: string) => [
  `create trigger newer before insert on "${table}" for each row execute function check_newer()`,
];

const sqliteTriggers = (table: string) => [
  `create trigger "${table}_newer" before insert on "${table}" when new.newer <> '${UNSET}' begin
     select raise(abort, 'An insert carries a column of a newer version.'); end`,
  `create trigger "${table}_stored" after insert on "${table}" begin
     update "${table}" set newer = '${STORED}' where rowid = new.rowid; end`,
];
