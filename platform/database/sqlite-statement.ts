import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export type StatementResult = { rows: unknown[]; changes?: number };

const MOST_KEPT = 500;

/** Keeps prepared statements by their text: the query builder gives the same text for the same query. */
export function statementCache(db: DatabaseSync): (sql: string) => StatementSync {
  const kept = new Map<string, StatementSync>();
  return (sql) => {
    let statement = kept.get(sql);
    if (!statement) {
      if (kept.size >= MOST_KEPT) kept.clear();
      statement = db.prepare(sql);
      kept.set(sql, statement);
    }
    return statement;
  };
}

/** Describing the columns takes longer than running most statements. */
const withColumns = new WeakMap<StatementSync, boolean>();

function hasColumns(statement: StatementSync): boolean {
  const known = withColumns.get(statement);
  if (known !== undefined) return known;
  const found = statement.columns().length > 0;
  withColumns.set(statement, found);
  return found;
}

/** A statement with result columns is read to its end; another gives the number of changed rows. */
export function runStatement(statement: StatementSync, values: SQLInputValue[]): StatementResult {
  if (hasColumns(statement)) {
    const rows = statement.all(...values);
    return { rows, changes: rows.length };
  }
  return { rows: [], changes: Number(statement.run(...values).changes) };
}
