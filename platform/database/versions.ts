import { sql } from 'kysely';
import type { Migrations } from './migrate.ts';
import type { Database } from './open.ts';

/**
 * How a database's tables stand to those of this version of the code: `none` of ours are there; `newer`: this version
 * cannot know them. Changes nothing.
 */
export async function versionOf(
  db: Database,
  services: readonly Migrations[],
): Promise<'none' | 'older' | 'same' | 'newer'> {
  const there = await tableNames(db);
  const ours = services.filter(({ service }) => there.has(`${service}_migration`));
  let missing = services.length - ours.length;
  for (const { service, steps } of ours) {
    const { rows } = await sql<{
      name: string;
    }>`select name from ${sql.table(`${service}_migration`)}`.execute(db);
    const done = rows.map(({ name }) => name);
    if (done.some((name) => !Object.hasOwn(steps, name))) return 'newer';
    missing += Object.keys(steps).length - done.length;
  }
  if (ours.length === 0) return 'none';
  return missing > 0 ? 'older' : 'same';
}

export async function tableNames(db: Database): Promise<Set<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return new Set(tables.map(({ name }) => name));
}
