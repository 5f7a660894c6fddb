import type { Compilable, CompiledQuery, Kysely } from 'kysely';

/** A query with its values, ready to be run, alone or among others (`allOrNone`). */
export type KeptQuery<Row> = {
  compile(): CompiledQuery<Row>;
  execute(): Promise<Row[]>;
  executeTakeFirst(): Promise<Row | undefined>;
};

/**
 * A query that many ask for: built and made text once for a database, which is half of what it costs there; later calls
 * only put their values in. `build` must put each value into the query as it is, and never look at one.
 * Each call has the same names in `values`.
 */
export function keptQuery<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => KeptQuery<Row> {
  const kept = new WeakMap<object, CompiledQuery<Row>>();

  function textFor(db: Kysely<Tables>, values: Values): CompiledQuery<Row> {
    // The same for the database and for each transaction on it.
    const { adapter } = db.getExecutor();
    const known = kept.get(adapter);
    if (known) return known;
    const places = Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name)]));
    const compiled = build(db, places as Values).compile();
    kept.set(adapter, compiled);
    return compiled;
  }

  return (db, values) => {
    const compile = (): CompiledQuery<Row> => {
      const text = textFor(db, values);
      const parameters = text.parameters.map((parameter) =>
        parameter instanceof Place ? values[parameter.name as keyof Values] : parameter,
      );
      return { ...text, parameters };
    };
    const execute = async () => (await db.executeQuery(compile())).rows;
    return { compile, execute, executeTakeFirst: async () => (await execute())[0] };
  };
}

/** Where the value of that name goes. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}
