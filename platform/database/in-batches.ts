import type { Kysely } from 'kysely';

/** Few enough rows to be gone well within a statement's time (postgres.ts), and for nobody to wait behind. */
export const BATCH_SIZE = 1000;

/** Repeats what removes at most a batch of rows and tells how many, until there is less than a batch. */
export async function inBatches(remove: (most: number) => Promise<number>): Promise<void> {
  while ((await remove(BATCH_SIZE)) >= BATCH_SIZE);
}

/** Removes the rows of a table whose `column`, an instant in ms, lies before. `key`: its primary key. */
export function deleteBefore<Tables, Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  where: { key: keyof Tables[Name] & string; column: keyof Tables[Name] & string; before: number },
): Promise<void> {
  // The builder cannot follow names that come as values: they are checked above, and plain text to it.
  const rows = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const { name, key, column }: Record<'name' | 'key' | 'column', string> = { ...where, name: table };
  return inBatches(async (most) => {
    const ended = rows.selectFrom(name).select(key).where(column, '<', where.before).limit(most);
    return (await rows.deleteFrom(name).where(key, 'in', ended).returning(key).execute()).length;
  });
}
