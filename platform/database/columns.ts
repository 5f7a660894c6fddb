/**
 * Lists the columns of a table that this version knows; the compiler checks the list against the table's type. Code that
 * copies rows selects these columns, because during a rolling update a newer version may have added others.
 */
export const columnsOf = <Table extends object>(columns: Record<keyof Table & string, true>) =>
  Object.keys(columns) as (keyof Table & string)[];
