import type { SelectQueryBuilder } from 'kysely';

/** Whether a statement with `returning`, or a query, gave a row. */
export const hasRow = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** How many rows a query finds that has no columns yet. PostgreSQL returns counts as text. */
export async function countRows<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const found = await query.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number((found as { count: number | string }).count);
}
