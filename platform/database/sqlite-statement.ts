import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export type StatementResult = { rows: unknown[]; changes?: number };
export type RunStatement = (sql: string, values: SQLInputValue[]) => StatementResult;

const MOST_KEPT = 500;

/**
 * Keeps prepared statements by their text: the query builder gives the same text for the same query. A statement with
 * result columns is read to its end; another gives the number of changed rows.
 */
export function statementRunner(db: DatabaseSync): RunStatement {
  const kept = new Map<string, { statement: StatementSync; hasColumns: boolean }>();

  function prepare(sql: string) {
    if (kept.size >= MOST_KEPT) kept.clear();
    const statement = db.prepare(sql);
    // Describing the columns takes longer than running most statements.
    const prepared = { statement, hasColumns: statement.columns().length > 0 };
    kept.set(sql, prepared);
    return prepared;
  }

  return (sql, values) => {
    const { statement, hasColumns } = kept.get(sql) ?? prepare(sql);
    if (!hasColumns) return { rows: [], changes: Number(statement.run(...values).changes) };
    const rows = statement.all(...values);
    return { rows, changes: rows.length };
  };
}
