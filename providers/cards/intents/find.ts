import type { Kysely } from 'kysely';
import { noSuch } from '../http/stripe-error.ts';
import type { CardTables, IntentTable } from '../schema/tables.ts';
import { findIntent } from './repository.ts';

/** @throws StripeShapedError 404 */
export async function getIntent(db: Kysely<CardTables>, id: string): Promise<IntentTable> {
  const intent = await findIntent(db, id);
  if (!intent) throw noSuch(`payment_intent: '${id.slice(0, 100)}'`, 'intent');
  return intent;
}
