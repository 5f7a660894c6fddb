import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export type StatementResult = { rows: unknown[]; changes?: number };
export type RunStatement = (sql: string, values: SQLInputValue[]) => StatementResult;

const MAX_CACHED = 500;

/**
 * Returns a function that runs statements, and caches them by their text. Statements with result columns
 * return all rows, and others the number of changed rows.
 */
export function createStatementRunner(db: DatabaseSync): RunStatement {
  const cached = new Map<string, { statement: StatementSync; hasColumns: boolean }>();

  function prepare(sql: string) {
    if (cached.size >= MAX_CACHED) cached.clear();
    const statement = db.prepare(sql);
    // Cache whether there are columns, because columns() takes longer than running most statements.
    const prepared = { statement, hasColumns: statement.columns().length > 0 };
    cached.set(sql, prepared);
    return prepared;
  }

  return (sql, values) => {
    const { statement, hasColumns } = cached.get(sql) ?? prepare(sql);
    if (!hasColumns) return { rows: [], changes: Number(statement.run(...values).changes) };
    const rows = statement.all(...values);
    return { rows, changes: rows.length };
  };
}
