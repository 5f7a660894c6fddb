import * as z from 'zod';
import { validateCard } from './check-card.ts';
import { notFoundError } from './http/errors.ts';
import { type Form, nested, optionalText, parseForm, text } from './http/form.ts';
import { findRow, insertRow } from './repository.ts';
import type { Db, MethodRow, Trx } from './schema/tables.ts';
import { createId } from './serialize.ts';
import { findTestCard, type TestCard } from './test-cards.ts';

const email = z.preprocess(
  (value) => (value === '' ? undefined : value),
  text.regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address').optional(),
);
const methodShape = { type: z.literal('card'), card: nested, billing_details: nested.default({}) };
const billingShape = { name: optionalText, email };

/** Stores a card's payment method, without number and code. @throws StripeShapedError 400, 402 */
export async function createMethod(trx: Trx, form: Form, now: number): Promise<MethodRow> {
  const { card, billing_details } = parseForm(form, methodShape);
  const billing = parseForm(billing_details, billingShape, 'billing_details');
  return addMethod(trx, validateCard(card, now), now, billing);
}

/**
 * Returns the payment method with that id. Each use of a `pm_card_...` creates one.
 * @throws StripeShapedError 400
 */
export async function findMethod(trx: Trx, id: string, now: number): Promise<MethodRow> {
  const card = findTestCard(id);
  if (!card) return getMethod(trx, id);
  const today = new Date(now);
  const expiry = { exp_month: today.getUTCMonth() + 1, exp_year: today.getUTCFullYear() + 1 };
  return addMethod(trx, { ...card, ...expiry }, now);
}

/** @throws StripeShapedError 400 */
export async function getMethod(db: Db, id: string): Promise<MethodRow> {
  const method = await findRow(db, 'cards_methods', id);
  if (!method) throw notFoundError('PaymentMethod', id, 'payment_method');
  return method;
}

async function addMethod(
  trx: Trx,
  { number, ...card }: TestCard & { exp_month: number; exp_year: number },
  now: number,
  { name, email }: { name?: string | undefined; email?: string | undefined } = {},
): Promise<MethodRow> {
  const owner = { billing_name: name ?? null, billing_email: email ?? null };
  const method = { ...card, ...owner, id: createId('pm'), last4: number.slice(-4), created_at: now };
  await insertRow(trx, 'cards_methods', method);
  return method;
}
