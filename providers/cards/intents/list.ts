import type { Kysely } from 'kysely';
import { type Form, integerOf, nested, textOf } from '../http/form.ts';
import { invalidRequest } from '../http/stripe-error.ts';
import type { CardTables } from '../schema/tables.ts';
import { toPaymentIntent } from './present.ts';
import { listIntents } from './repository.ts';
import { getIntent } from './rules.ts';

/** A page of intents, newest first. @throws StripeShapedError 400 */
export async function listPage(db: Kysely<CardTables>, form: Form): Promise<object> {
  const limit = integerOf(form, 'limit') ?? 10;
  if (limit < 1 || limit > 100)
    throw invalidRequest('Invalid limit: it must be between 1 and 100.', { param: 'limit' });
  const after = textOf(form, 'starting_after');
  const since = typeof form.created === 'object' ? integerOf(nested(form, 'created'), 'gte') : undefined;
  const rows = await listIntents(db, {
    limit: limit + 1,
    after: after ? await getIntent(db, after) : undefined,
    since: since === undefined ? undefined : since * 1000,
  });
  const data = await Promise.all(rows.slice(0, limit).map((row) => toPaymentIntent(db, row)));
  return { object: 'list', url: '/v1/payment_intents', has_more: rows.length > limit, data };
}
