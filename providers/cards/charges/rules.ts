import type { Kysely } from 'kysely';
import { noSuch } from '../http/stripe-error.ts';
import { getIntent } from '../intents/find.ts';
import { toPaymentIntent } from '../intents/present.ts';
import { namedMethod } from '../methods/rules.ts';
import type { CardTables, ChargeTable } from '../schema/tables.ts';
import { toCharge } from './present.ts';
import { findCharge } from './repository.ts';

/** @throws StripeShapedError 404 */
export async function getCharge(db: Kysely<CardTables>, id: string): Promise<ChargeTable> {
  const charge = await findCharge(db, id);
  if (!charge) throw noSuch(`charge: '${id.slice(0, 100)}'`, 'id');
  return charge;
}

/** Ids of a charge that may be answered with all that stands behind them. */
export const expandable = ['payment_intent'] as const;

/** The charge as Stripe writes it, with what it says of its intent and its card. */
export async function presentCharge(
  db: Kysely<CardTables>,
  charge: ChargeTable,
  expanded: ReadonlySet<(typeof expandable)[number]> = new Set(),
) {
  const intent = await getIntent(db, charge.intent_id);
  const shown = toCharge({ charge, intent, method: await namedMethod(db, charge.method_id) });
  return expanded.has('payment_intent')
    ? { ...shown, payment_intent: await toPaymentIntent(db, intent) }
    : shown;
}
