import type { Kysely, Transaction } from 'kysely';
import { type Form, nested, textOf } from '../http/form.ts';
import { emailOf, onlyKnown } from '../http/parameters.ts';
import { invalidRequest, missingParameter, noSuch } from '../http/stripe-error.ts';
import { newStripeId } from '../ids.ts';
import type { CardTables, MethodTable } from '../schema/tables.ts';
import { type CheckedCard, checkCard } from './check-card.ts';
import { namedCard } from './named-card.ts';
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
  const card = readCard(nested(form, 'card'), now);
  const billing = nested(form, 'billing_details');
  const name = textOf(billing, 'name') ?? null;
  const email = emailOf(billing, 'email', 'billing_details[email]') ?? null;
  return keepMethod(trx, card, now, { billing_name: name, billing_email: email });
}

/** The method that a parameter gives to pay with; each naming of a test card makes a new one. @throws StripeShapedError 400 */
export async function givenMethod(
  trx: Transaction<CardTables>,
  id: string,
  now: number,
): Promise<MethodTable> {
  const card = namedCard('pm_card_', id, now);
  return card ? keepMethod(trx, card, now) : namedMethod(trx, id);
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

function readCard(card: Form, now: number): CheckedCard {
  const token = textOf(card, 'token', 'card[token]');
  if (!token) return checkCard(card, now);
  onlyKnown(card, ['token']);
  const named = namedCard('tok_', token, now);
  if (!named) throw noSuch(`token: '${token.slice(0, 100)}'`, 'card[token]', 400);
  return named;
}

async function keepMethod(
  trx: Transaction<CardTables>,
  { brand, funding, outcome, authentication, refund, dispute, last4, expMonth, expYear }: CheckedCard,
  now: number,
  owner: Pick<MethodTable, 'billing_name' | 'billing_email'> = { billing_name: null, billing_email: null },
): Promise<MethodTable> {
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
    dispute,
    ...owner,
    created_at: now,
  };
  await addMethod(trx, method);
  return method;
}
