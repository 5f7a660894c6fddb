import { sql } from 'kysely';
import { hasRow } from '#platform/database/rows.ts';
import type { Db } from '#server/db/tables.ts';

/** `place:folder`, `place:postgresql`: where the data lay at the last start. `refunds-held`: why. */
type Name = 'id' | 'refunds-held' | `place:${string}`;

export async function readSetting(db: Db, name: Name): Promise<string | undefined> {
  const found = db.selectFrom('site_settings').select('value').where('name', '=', name);
  return (await found.executeTakeFirst())?.value;
}

/** Of several servers that start at once one decides; returns what is stored. */
export async function storeOnce(db: Db, name: Name, value: string): Promise<string> {
  await db
    .insertInto('site_settings')
    .values({ name, value })
    .onConflict((c) => c.doNothing())
    .execute();
  return (await readSetting(db, name)) ?? value;
}

export async function writeSetting(db: Db, name: Name, value: string): Promise<void> {
  await db
    .insertInto('site_settings')
    .values({ name, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute();
}

/** False when it was not set. */
export const removeSetting = (db: Db, name: Name): Promise<boolean> =>
  hasRow(db.deleteFrom('site_settings').where('name', '=', name).returning('name'));

/** Name and object id of the PostgreSQL database: a copy by its own tools has another id. */
export async function readPostgresName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; oid: string }>`
    select datname as name, oid::text as oid from pg_database where datname = current_database()`.execute(db);
  return `${rows[0]?.name} ${rows[0]?.oid}`;
}
