import { type Form, integerOf, nested, textOf } from './form.ts';
import { invalidRequest, noSuch } from './stripe-error.ts';

/** What Stripe's lists stand on: rows with an id and the instant in which they were made, in ms. */
export type ListedRow = { id: string; created_at: number };

/** A stretch of a list. */
export type Span<Of extends ListedRow> = {
  limit: number;
  after?: Of | undefined;
  /** Read towards the newer ones from this one on: oldest first. */
  before?: Of | undefined;
  /** Made in [from, until), in ms. */
  from?: number | undefined;
  until?: number | undefined;
};

/** The parameters of every list; what else a list takes is its own. */
export const spanParameters = ['created', 'ending_before', 'limit', 'starting_after'];

/**
 * A page of a list as Stripe answers it.
 * @throws StripeShapedError 400 for parameters that make no stretch, or name a row that is not there
 */
export async function pageOf<Of extends ListedRow>(
  form: Form,
  list: {
    url: string;
    what: string;
    find(id: string): Promise<Of | undefined>;
    rows(span: Span<Of>): Promise<Of[]>;
    present(row: Of): Promise<object> | object;
  },
): Promise<object> {
  const limit = readLimit(form);
  const edge = async (name: string) => {
    const id = textOf(form, name);
    if (!id) return undefined;
    return (await list.find(id)) ?? missing(`${list.what}: '${id.slice(0, 100)}'`, name);
  };
  const after = await edge('starting_after');
  const before = await edge('ending_before');
  if (after && before) {
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.', {
      code: 'parameters_exclusive',
    });
  }
  // One more than asked for tells whether there are more.
  const rows = await list.rows({ limit: limit + 1, after, before, ...readCreated(form) });
  const page = rows.slice(0, limit);
  if (before) page.reverse();
  const data = await Promise.all(page.map((row) => list.present(row)));
  return { object: 'list', url: list.url, has_more: rows.length > limit, data };
}

function missing(what: string, param: string): never {
  throw noSuch(what, param, 400);
}

function readLimit(form: Form): number {
  const limit = integerOf(form, 'limit') ?? 10;
  if (limit >= 1 && limit <= 100) return limit;
  const bound = limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100';
  throw invalidRequest(`This value must be ${bound}.`, { code: 'parameter_invalid_integer', param: 'limit' });
}

/** Stripe counts in whole seconds, rows in ms: `gt` 5 begins with second 6. Gives [from, before) in ms. */
function readCreated(form: Form): { from: number | undefined; until: number | undefined } {
  const exact = typeof form.created === 'string' ? integerOf(form, 'created') : undefined;
  const range = exact === undefined ? nested(form, 'created') : { gte: form.created, lte: form.created };
  const at = (name: string, later: number) => {
    const second = integerOf(range, name);
    return second === undefined ? undefined : (second + later) * 1000;
  };
  return {
    from: most(Math.max, at('gte', 0), at('gt', 1)),
    until: most(Math.min, at('lte', 1), at('lt', 0)),
  };
}

function most(choose: (...all: number[]) => number, ...bounds: (number | undefined)[]): number | undefined {
  const given = bounds.filter((bound) => bound !== undefined);
  return given.length > 0 ? choose(...given) : undefined;
}
