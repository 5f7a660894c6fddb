import type { Kysely } from 'kysely';
import { expandedBy } from '../http/expand.ts';
import type { Form } from '../http/form.ts';
import { onlyKnown } from '../http/parameters.ts';
import { pageOf, spanParameters } from '../http/span.ts';
import type { CardTables } from '../schema/tables.ts';
import { expandable, toPaymentIntent } from './present.ts';
import { findIntent, listIntents } from './repository.ts';

/** A page of intents, newest first. @throws StripeShapedError 400 */
export async function listPage(db: Kysely<CardTables>, form: Form): Promise<object> {
  onlyKnown(form, spanParameters);
  const expanded = expandedBy(form, expandable, 'data.');
  return pageOf(form, {
    url: '/v1/payment_intents',
    what: 'payment_intent',
    find: (id) => findIntent(db, id),
    rows: (span) => listIntents(db, span),
    present: (row) => toPaymentIntent(db, row, expanded),
  });
}
