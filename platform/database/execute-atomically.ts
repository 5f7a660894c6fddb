import { type Compilable, CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { withSpan } from '../observability/request-context.ts';
import { SqliteWriterAdapter } from './sqlite.ts';
import { inTransaction, isRetryable } from './transaction.ts';

/**
 * Runs statements that are known beforehand in one transaction, in their order. Each must give a row: the first that
 * gives none undoes them all and is named; undefined when all stand.
 *
 * For what many do at once: SQLite's writer gets them in one message, so that nobody waits while two threads talk;
 * PostgreSQL gets them as one statement, and may try them again, as `inTransaction` does. None may look at what
 * another of them writes.
 */
export async function executeAtomically<Tables, Name extends string>(
  db: Kysely<Tables>,
  statements: readonly (readonly [Name, Compilable])[],
): Promise<Name | undefined> {
  const queries = statements.map(([, statement]) => statement.compile());
  const { adapter } = db.getExecutor();
  const missing =
    adapter instanceof SqliteWriterAdapter
      ? await withSpan('TRANSACTION', { kind: 'client', attributes: { 'db.system.name': 'sqlite' } }, () =>
          adapter.allOrNone(queries),
        )
      : await atOnce(db, queries);
  return missing === undefined ? undefined : statements[missing]?.[0];
}

const DIVISION_BY_ZERO = '22012';
const NOT_SUPPORTED = '0A000';

/** What a database does not take as one statement (Citus, of tables that it has spread): it is not asked again. */
const refused = new WeakMap<object, Set<string>>();

/** As one statement, which is undone by an error of its own when a part gives no row: which part is found out then. */
async function atOnce<Tables>(
  db: Kysely<Tables>,
  queries: readonly CompiledQuery[],
): Promise<number | undefined> {
  const { adapter } = db.getExecutor();
  const known = refused.get(adapter) ?? new Set();
  const whole = together(queries);
  if (known.has(whole.sql)) return oneByOne(db, queries);
  try {
    await db.executeQuery(whole);
    return undefined;
  } catch (error) {
    if (isRetryable(error)) return oneByOne(db, queries);
    const { code } = error as { code?: string };
    if (code === NOT_SUPPORTED) refused.set(adapter, known.add(whole.sql));
    else if (code !== DIVISION_BY_ZERO) throw error;
    return oneByOne(db, queries);
  }
}

function together(queries: readonly CompiledQuery[]): CompiledQuery {
  let before = 0;
  const parts = queries.map(({ sql, parameters }, place) => {
    const first = before;
    before += parameters.length;
    return `part${place} as (${sql.replaceAll(/\$(\d+)/g, (_, number) => `$${first + Number(number)}`)})`;
  });
  const rows = parts.map((_, place) => `(select count(*) from part${place})`);
  return CompiledQuery.raw(
    `with ${parts.join(', ')} select 1 / (${rows.join(' * ')})`,
    queries.flatMap(({ parameters }) => parameters),
  );
}

class Missing extends Error {
  readonly place: number;

  constructor(place: number) {
    super('A statement gave no row.');
    this.place = place;
  }
}

async function oneByOne<Tables>(
  db: Kysely<Tables>,
  queries: readonly CompiledQuery[],
): Promise<number | undefined> {
  const run = async (trx: Transaction<Tables>) => {
    for (const [place, query] of queries.entries()) {
      const { rows } = await trx.executeQuery(query);
      if (rows.length === 0) throw new Missing(place);
    }
  };
  try {
    await inTransaction(db, run);
    return undefined;
  } catch (error) {
    if (error instanceof Missing) return error.place;
    throw error;
  }
}
