import { type Compilable, CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { withSpan } from '../observability/request-context.ts';
import { SqliteWriterAdapter } from './sqlite.ts';
import { inTransaction, isRetryable } from './transaction.ts';

/**
 * Runs statements in one transaction, in order. Each must return a row, else all are rolled back. SQLite gets them in one
 * message to the writer thread, PostgreSQL as one statement, which may be retried as in `inTransaction`. A statement
 * must not read what another one writes, or what another transaction may write while it waits for a lock, unless
 * `readsAfterLock` is true: then PostgreSQL runs one statement after the other.
 * @returns the name of the first statement without a row, or undefined when all are committed
 */
export async function executeAtomically<Tables, Name extends string>(
  db: Kysely<Tables>,
  statements: readonly (readonly [Name, Compilable])[],
  { readsAfterLock = false } = {},
): Promise<Name | undefined> {
  const queries = statements.map(([, statement]) => statement.compile());
  const { adapter } = db.getExecutor();
  const missingIndex =
    adapter instanceof SqliteWriterAdapter
      ? await withSpan('TRANSACTION', { kind: 'client', attributes: { 'db.system.name': 'sqlite' } }, () =>
          adapter.executeAtomically(queries),
        )
      : await (readsAfterLock ? inOneTransaction(db, queries) : asOneStatement(db, queries));
  return missingIndex === undefined ? undefined : statements[missingIndex]?.[0];
}

const DIVISION_BY_ZERO = '22012';

/**
 * Runs the queries as one statement, which fails with a division by zero when a part returns no row. The transaction
 * that is run in that case finds out which part.
 */
async function asOneStatement<Tables>(
  db: Kysely<Tables>,
  queries: readonly CompiledQuery[],
): Promise<number | undefined> {
  try {
    await db.executeQuery(combine(queries));
    return undefined;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== DIVISION_BY_ZERO && !isRetryable(error)) throw error;
    return inOneTransaction(db, queries);
  }
}

function combine(queries: readonly CompiledQuery[]): CompiledQuery {
  let offset = 0;
  const parts = queries.map(({ sql, parameters }, index) => {
    const start = offset;
    offset += parameters.length;
    return `part${index} as (${sql.replaceAll(/\$(\d+)/g, (_, number) => `$${start + Number(number)}`)})`;
  });
  const rows = parts.map((_, index) => `(select count(*) from part${index})`);
  return CompiledQuery.raw(
    `with ${parts.join(', ')} select 1 / (${rows.join(' * ')})`,
    queries.flatMap(({ parameters }) => parameters),
  );
}

class MissingRowError extends Error {
  readonly index: number;

  constructor(index: number) {
    super('A statement returned no row.');
    this.index = index;
  }
}

async function inOneTransaction<Tables>(
  db: Kysely<Tables>,
  queries: readonly CompiledQuery[],
): Promise<number | undefined> {
  const run = async (trx: Transaction<Tables>) => {
    for (const [index, query] of queries.entries()) {
      const { rows } = await trx.executeQuery(query);
      if (rows.length === 0) throw new MissingRowError(index);
    }
  };
  try {
    await inTransaction(db, run);
    return undefined;
  } catch (error) {
    if (error instanceof MissingRowError) return error.index;
    throw error;
  }
}
