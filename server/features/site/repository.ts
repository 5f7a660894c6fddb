import { sql } from 'kysely';
import { hasRow } from '#platform/database/rows.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * `location:folder`, `location:postgresql`: where the data was at the last start. `refunds-paused`: why
 * refunds are paused. `oldest-version`: the oldest version that can use this database.
 */
type SettingName = 'id' | 'refunds-paused' | 'oldest-version' | `location:${string}`;

export async function readSetting(db: Db, name: SettingName): Promise<string | undefined> {
  const found = db.selectFrom('site_settings').select('value').where('name', '=', name);
  return (await found.executeTakeFirst())?.value;
}

/**
 * Stores a value unless one is stored, and returns the stored one. If several servers start together, all
 * return the first one's value.
 */
export async function insertSettingIfMissing(db: Db, name: SettingName, value: string): Promise<string> {
  await db
    .insertInto('site_settings')
    .values({ name, value })
    .onConflict((c) => c.doNothing())
    .execute();
  return (await readSetting(db, name)) ?? value;
}

export async function writeSetting(db: Db, name: SettingName, value: string): Promise<void> {
  await db
    .insertInto('site_settings')
    .values({ name, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns false if the setting was not set. */
export const removeSetting = (db: Db, name: SettingName): Promise<boolean> =>
  hasRow(db.deleteFrom('site_settings').where('name', '=', name).returning('name'));

/**
 * Returns name and object id of the PostgreSQL database. A copy made with PostgreSQL's tools has another id.
 */
export async function readPostgresName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; oid: string }>`
    select datname as name, oid::text as oid from pg_database where datname = current_database()`.execute(db);
  return `${rows[0]?.name} ${rows[0]?.oid}`;
}
