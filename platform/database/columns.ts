/**
 * The columns of a table that this version knows, checked by the compiler to be all of its type and no others. Rows that
 * are inserted again are read by these: while servers are replaced, a newer version may have added a column.
 */
export const columnsOf = <Table extends object>(columns: Record<keyof Table & string, true>) =>
  Object.keys(columns) as (keyof Table & string)[];
