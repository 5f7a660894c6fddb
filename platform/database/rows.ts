import type { SelectQueryBuilder } from 'kysely';

/** Returns whether a query, or a statement with `returning`, returned a row. */
export const hasRow = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** Counts the rows of a query that selects no columns. */
export async function countRows<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const found = await query.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number((found as { count: number | string }).count);
}

/**
 * Lists the columns of a table in this version. The compiler checks the list against the table's type.
 * Queries select only these columns, because during a rolling update a newer version may have added more
 * columns.
 */
export const columnsOf = <Table extends object>(columns: Record<keyof Table & string, true>) =>
  Object.keys(columns) as (keyof Table & string)[];
