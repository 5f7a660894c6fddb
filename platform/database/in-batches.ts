import type { Kysely } from 'kysely';

/**
 * Deleting this many rows is well within the statement timeout (postgres.ts) and blocks others only briefly.
 */
export const BATCH_SIZE = 1000;

/**
 * Calls `remove`, which removes up to `limit` rows and returns their number, until it removes fewer rows than
 * `limit`.
 */
export async function inBatches(remove: (limit: number) => Promise<number>): Promise<void> {
  while ((await remove(BATCH_SIZE)) >= BATCH_SIZE);
}

/**
 * Calls `work` with at most BATCH_SIZE items at a time, because databases limit the parameters of a
 * statement.
 */
export async function forEachBatch<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_SIZE)
    await work(items.slice(start, start + BATCH_SIZE));
}

/**
 * Deletes the rows whose `column` (time in ms) is earlier than `before`. `key` is the table's primary key.
 */
export function deleteBefore<Tables, Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  where: { key: keyof Tables[Name] & string; column: keyof Tables[Name] & string; before: number },
): Promise<void> {
  // Kysely cannot type table and column names from variables, but the signature above checks them.
  const rows = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const { name, key, column }: Record<'name' | 'key' | 'column', string> = { ...where, name: table };
  return inBatches(async (limit) => {
    const expired = rows.selectFrom(name).select(key).where(column, '<', where.before).limit(limit);
    return (await rows.deleteFrom(name).where(key, 'in', expired).returning(key).execute()).length;
  });
}
