import type { Compilable, CompiledQuery, Kysely } from 'kysely';

/** A query with its values, to be executed alone or together with others (`executeAtomically`). */
export type CompiledOnce<Row> = {
  compile(): CompiledQuery<Row>;
  execute(): Promise<Row[]>;
  executeTakeFirst(): Promise<Row | undefined>;
};

/**
 * Compiles a frequent query once per database, which saves half of its cost; later calls only fill in their values.
 * `build` must pass each value into the query unchanged and must not read it.
 * @param names names of the values. Calls with other names throw: the compiled query has exactly these placeholders.
 */
export function compileOnce<Tables, Values extends object, Row>(
  names: readonly (keyof Values & string)[],
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => CompiledOnce<Row> {
  const compiledByAdapter = new WeakMap<object, CompiledQuery<Row>>();

  const knownNames = new Set<string>(names);

  function assertNames(values: Values): void {
    const givenNames = Object.keys(values);
    const unknown = givenNames.filter((name) => !knownNames.has(name));
    if (unknown.length > 0) throw new TypeError(`This query has no placeholder for ${unknown.join(', ')}.`);
    if (givenNames.length < knownNames.size)
      throw new TypeError(`This query also needs ${names.filter((name) => !(name in values)).join(', ')}.`);
  }

  function compiledFor(db: Kysely<Tables>): CompiledQuery<Row> {
    // The adapter is the same object for a database and its transactions.
    const { adapter } = db.getExecutor();
    const cached = compiledByAdapter.get(adapter);
    if (cached) return cached;
    const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
    const compiled = build(db, placeholders as Values).compile();
    compiledByAdapter.set(adapter, compiled);
    return compiled;
  }

  return (db, values) => {
    const compile = (): CompiledQuery<Row> => {
      assertNames(values);
      const text = compiledFor(db);
      const parameters = text.parameters.map((parameter) =>
        parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
      );
      return { ...text, parameters };
    };
    const execute = async () => (await db.executeQuery(compile())).rows;
    return { compile, execute, executeTakeFirst: async () => (await execute())[0] };
  };
}

/** Marks the parameter that receives the value called `name`. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}
