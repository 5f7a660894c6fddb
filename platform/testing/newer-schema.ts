import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migrations } from '../database/migrate.ts';

/** Default of the added column, and what a stored row has in its place. No response may contain either. */
const UNSET = 'newer-schema-unset';
const STORED = 'newer-schema-stored';
export const NEWER_SCHEMA_MARK = 'newer-schema-';

/**
 * The schema of a newer version: one more migration of each service, after which every table has a NOT NULL DEFAULT
 * column that this version does not know. Triggers change the value of stored rows and reject an insert that carries
 * such a value: this version must build rows from its own columns, not copy whatever a `select *` returned.
 */
export const newerSchemaOf = (services: readonly Migrations[]): Migrations[] =>
  services.map(({ service, steps }) => ({
    service,
    steps: { ...steps, '9999-newer-version': { up: addNewerColumns } },
  }));

/** The lock row is held while migrations run. */
const isOfMigrations = (table: string) => /_migration(_lock)?$|^platform_lock$/.test(table);

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time.
async function addNewerColumns(db: Kysely<any>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  if (isPostgres) await sql.raw(checkFunction).execute(db);
  for (const { name, columns } of await db.introspection.getTables()) {
    if (isOfMigrations(name) || columns.some((column) => column.name === 'newer')) continue;
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
