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

/** A statement with result columns is read to its end; another gives the number of changed rows. */
export function runStatement(statement: StatementSync, values: SQLInputValue[]): StatementResult {
  if (statement.columns().length > 0) {
    const rows = statement.all(...values);
    return { rows, changes: rows.length };
  }
  return { rows: [], changes: Number(statement.run(...values).changes) };
}
