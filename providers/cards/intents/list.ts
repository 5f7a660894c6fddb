import type { Kysely } from 'kysely';
import { expandedBy } from '../http/expand.ts';
import { type Form, integerOf, nested, textOf } from '../http/form.ts';
import { onlyKnown } from '../http/parameters.ts';
import { invalidRequest, noSuch } from '../http/stripe-error.ts';
import type { CardTables, IntentTable } from '../schema/tables.ts';
import { toPaymentIntent } from './present.ts';
import { findIntent, listIntents } from './repository.ts';

/** A page of intents, newest first. @throws StripeShapedError 400 */
export async function listPage(db: Kysely<CardTables>, form: Form): Promise<object> {
  onlyKnown(form, ['created', 'ending_before', 'limit', 'starting_after']);
  const limit = readLimit(form);
  const expanded = expandedBy(form, 'data.');
  const after = await cursor(db, form, 'starting_after');
  const before = await cursor(db, form, 'ending_before');
  if (after && before) {
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.', {
      code: 'parameters_exclusive',
    });
  }
  const rows = await listIntents(db, { limit: limit + 1, after, before, ...readCreated(form) });
  const page = rows.slice(0, limit);
  if (before) page.reverse();
  const data = await Promise.all(page.map((row) => toPaymentIntent(db, row, expanded)));
  return { object: 'list', url: '/v1/payment_intents', has_more: rows.length > limit, data };
}

function readLimit(form: Form): number {
  const limit = integerOf(form, 'limit') ?? 10;
  if (limit >= 1 && limit <= 100) return limit;
  const bound = limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100';
  throw invalidRequest(`This value must be ${bound}.`, { code: 'parameter_invalid_integer', param: 'limit' });
}

async function cursor(db: Kysely<CardTables>, form: Form, name: string): Promise<IntentTable | undefined> {
  const id = textOf(form, name);
  if (!id) return undefined;
  const intent = await findIntent(db, id);
  if (!intent) throw noSuch(`payment_intent: '${id.slice(0, 100)}'`, name, 400);
  return intent;
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
