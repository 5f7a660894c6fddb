import * as z from 'zod';
import { chargeCard } from './charges.ts';
import type { Call, WriteContext } from './http/calls.ts';
import { invalidRequestError, notFoundError, StripeShapedError } from './http/errors.ts';
import { type Form, integerParameter, nested, optionalText, parseForm } from './http/form.ts';
import { createMethod, findMethod } from './methods.ts';
import { findRow, insertRow, updateOpen } from './repository.ts';
import type { Db, IntentRow, MethodRow, Trx } from './schema/tables.ts';
import { createId, toPaymentError, toPaymentIntent } from './serialize.ts';

/** Path of the bank's pages below the sandbox's URL. */
export const bankPath = '/three-d-secure';

const currencies = new Set(Intl.supportedValuesOf('currency'));

const MAX_METADATA = 50;
const newIntentShape = {
  amount: integerParameter(50, 99_999_999),
  currency: z
    .string()
    .refine((code) => currencies.has(code.toUpperCase()))
    .toLowerCase(),
  allowed_payment_method_types: z.tuple([z.literal('card')]).optional(),
  metadata: z
    .record(z.string().max(40), z.string().max(500))
    .refine((pairs) => Object.keys(pairs).length <= MAX_METADATA, `at most ${MAX_METADATA} keys`)
    .default({}),
};

/** @throws StripeShapedError 400 */
export async function createIntent({ trx, now }: WriteContext, form: Form): Promise<object> {
  const { amount, currency, metadata } = parseForm(form, newIntentShape);
  const id = createId('pi');
  const intent: IntentRow = {
    id,
    client_secret: `${id}_${createId('secret')}`,
    amount,
    currency,
    status: 'requires_payment_method',
    metadata: JSON.stringify(metadata),
    method_id: null,
    last_refusal: null,
    charge_id: null,
    authentication_id: null,
    canceled_at: null,
    created_at: now,
  };
  await insertRow(trx, 'cards_intents', intent);
  return toPaymentIntent(trx, intent);
}

/** @throws StripeShapedError 404 */
export async function getIntent(db: Db, id: string): Promise<IntentRow> {
  const intent = await findRow(db, 'cards_intents', id);
  if (!intent) throw notFoundError('payment_intent', id);
  return intent;
}

/**
 * Returns the intent of the path. A browser must send its client secret.
 * @throws StripeShapedError 400, 404
 */
export async function findPermittedIntent(db: Db, call: Call): Promise<IntentRow> {
  const intent = await getIntent(db, call.id);
  if (call.caller === 'server' || call.form.client_secret === intent.client_secret) return intent;
  throw invalidRequestError(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    'payment_intent_invalid_parameter',
    'client_secret',
  );
}

const confirmationShape = {
  payment_method: optionalText,
  payment_method_data: nested.optional(),
  return_url: optionalText,
};

/** Attempts to charge a card. A decline is returned (402) and leaves the intent open for another card. */
export async function confirmIntent(change: WriteContext, intent: IntentRow, form: Form): Promise<object> {
  const { trx, now } = change;
  const { payment_method, payment_method_data, return_url } = parseForm(form, confirmationShape);
  const returnUrl = readReturnUrl(return_url);
  if (['succeeded', 'canceled'].includes(intent.status)) throw await unexpectedState('confirm', trx, intent);
  if (!payment_method && !payment_method_data)
    throw invalidRequestError(
      'Missing required param: payment_method.',
      'parameter_missing',
      'payment_method',
    );
  const method = payment_method
    ? await findMethod(trx, payment_method, now)
    : await createMethod(trx, payment_method_data ?? {}, now);
  const updated =
    method.authentication === 'never'
      ? await chargeCard(change, intent.id, method)
      : await startAuthentication(change, intent.id, method, returnUrl);
  if (!updated) throw await unexpectedState('confirm', trx, await getIntent(trx, intent.id));
  const payment_intent = await toPaymentIntent(trx, updated);
  return updated.last_refusal
    ? { error: { ...toPaymentError(updated, method), payment_intent } }
    : payment_intent;
}

function readReturnUrl(value: string | undefined): string | null {
  if (value === undefined) return null;
  const url = URL.parse(value);
  // The host goes into a content security policy, where a semicolon would start another directive.
  if (url && ['http:', 'https:'].includes(url.protocol) && /^[\w.:[\]-]+$/.test(url.host)) return url.href;
  throw invalidRequestError('Not a valid URL', 'url_invalid', 'return_url');
}

/**
 * Sets the intent to wait for the card owner's answer. Earlier authentications can no longer be answered.
 * Returns undefined if the intent is no longer open.
 */
async function startAuthentication(
  { trx, now, url }: WriteContext,
  intent_id: string,
  method: MethodRow,
  return_url: string | null,
): Promise<IntentRow | undefined> {
  const id = createId('auth');
  const authentication = { id, intent_id, method_id: method.id, url: `${url}${bankPath}/${id}`, return_url };
  await insertRow(trx, 'cards_authentications', { ...authentication, answer: null, created_at: now });
  const changes = { status: 'requires_action', method_id: method.id, authentication_id: id } as const;
  return updateOpen(trx, intent_id, { ...changes, last_refusal: null });
}

const emptyShape = {};

/** @throws StripeShapedError 400, 404 */
export async function cancelIntent(
  { trx, now, emit }: WriteContext,
  id: string,
  form: Form,
): Promise<object> {
  parseForm(form, emptyShape);
  const canceled = await updateOpen(trx, id, { status: 'canceled', canceled_at: now });
  if (!canceled) throw await unexpectedState('cancel', trx, await getIntent(trx, id));
  const body = await toPaymentIntent(trx, canceled);
  await emit('payment_intent.canceled', body);
  return body;
}

async function unexpectedState(action: string, trx: Trx, intent: IntentRow) {
  const message = `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}.`;
  const payment_intent = await toPaymentIntent(trx, intent);
  return new StripeShapedError(400, message, { code: 'payment_intent_unexpected_state', payment_intent });
}
