import type { Kysely, Transaction } from 'kysely';
import { type Form, nested, textOf } from '../http/form.ts';
import { emailOf, onlyKnown } from '../http/parameters.ts';
import { invalidRequest, missingParameter, noSuch } from '../http/stripe-error.ts';
import { newStripeId } from '../ids.ts';
import type { CardTables, MethodTable } from '../schema/tables.ts';
import { checkCard } from './check-card.ts';
import { addMethod, findMethod } from './repository.ts';

/** Keeps what may be kept of a card. @throws StripeShapedError 400, 402 */
export async function createMethod(
  trx: Transaction<CardTables>,
  form: Form,
  now: number,
): Promise<MethodTable> {
  onlyKnown(form, ['allow_redisplay', 'billing_details', 'card', 'type']);
  const type = textOf(form, 'type');
  if (!type) throw missingParameter('type');
  if (type !== 'card')
    throw invalidRequest('The sandbox takes payment methods of type card only.', { param: 'type' });
  const { brand, funding, outcome, authentication, refund, last4, expMonth, expYear } = checkCard(
    nested(form, 'card'),
    now,
  );
  const billing = nested(form, 'billing_details');
  const method: MethodTable = {
    id: newStripeId('pm'),
    brand,
    funding,
    last4,
    exp_month: expMonth,
    exp_year: expYear,
    outcome,
    authentication,
    refund,
    billing_name: textOf(billing, 'name') ?? null,
    billing_email: emailOf(billing, 'email', 'billing_details[email]') ?? null,
    created_at: now,
  };
  await addMethod(trx, method);
  return method;
}

/** The method of an address. @throws StripeShapedError 404 */
export async function getMethod(db: Kysely<CardTables>, id: string): Promise<MethodTable> {
  return (await findMethod(db, id)) ?? missing(id, 404);
}

/** The method that a parameter names. @throws StripeShapedError 400 */
export async function namedMethod(db: Kysely<CardTables>, id: string): Promise<MethodTable> {
  return (await findMethod(db, id)) ?? missing(id, 400);
}

function missing(id: string, status: 400 | 404): never {
  throw noSuch(`PaymentMethod: '${id.slice(0, 100)}'`, 'payment_method', status);
}
