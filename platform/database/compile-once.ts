import type { Compilable, CompiledQuery, Kysely } from 'kysely';

/** A query with its values, ready to be run, alone or among others (`allOrNone`). */
export type CompiledOnce<Row> = {
  compile(): CompiledQuery<Row>;
  execute(): Promise<Row[]>;
  executeTakeFirst(): Promise<Row | undefined>;
};

/**
 * A query that many ask for: built and made text once for a database, which is half of what it costs there; later calls
 * only put their values in. `build` must put each value into the query as it is, and never look at one.
 * `names` are those of the values. The text depends on them alone, so a call with other names is rejected: a row that
 * has a column of a newer version would otherwise decide what all later calls insert.
 */
export function compileOnce<Tables, Values extends object, Row>(
  names: readonly (keyof Values & string)[],
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => CompiledOnce<Row> {
  const kept = new WeakMap<object, CompiledQuery<Row>>();

  const known = new Set<string>(names);

  function assertNames(values: Values): void {
    const given = Object.keys(values);
    const unknown = given.filter((name) => !known.has(name));
    if (unknown.length > 0) throw new TypeError(`This query has no place for ${unknown.join(', ')}.`);
    if (given.length < known.size)
      throw new TypeError(`This query also needs ${names.filter((name) => !(name in values)).join(', ')}.`);
  }

  function textFor(db: Kysely<Tables>): CompiledQuery<Row> {
    // The same for the database and for each transaction on it.
    const { adapter } = db.getExecutor();
    const built = kept.get(adapter);
    if (built) return built;
    const places = Object.fromEntries(names.map((name) => [name, new Place(name)]));
    const compiled = build(db, places as Values).compile();
    kept.set(adapter, compiled);
    return compiled;
  }

  return (db, values) => {
    const compile = (): CompiledQuery<Row> => {
      assertNames(values);
      const text = textFor(db);
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
