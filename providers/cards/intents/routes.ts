import type { Kysely } from 'kysely';
import type { Call, Calls } from '../http/calls.ts';
import { expandedBy } from '../http/expand.ts';
import { textOf } from '../http/form.ts';
import { invalidRequest, missingParameter } from '../http/stripe-error.ts';
import type { CardTables, IntentTable } from '../schema/tables.ts';
import { getIntent } from './find.ts';
import { listPage } from './list.ts';
import { expandable, toPaymentIntent } from './present.ts';
import { cancelIntent, confirmIntent, createIntent } from './rules.ts';
import { updateIntent } from './update.ts';

export function mountIntents({ get, post }: Calls): void {
  post('/v1/payment_intents', 'server', (call) => createIntent(call, call.form));
  get('/v1/payment_intents', 'server', ({ db, form }) => listPage(db, form));
  get('/v1/payment_intents/:id', 'both', async (call) =>
    toPaymentIntent(call.db, await intentOf(call.db, call), expandedBy(call.form, expandable)),
  );
  post('/v1/payment_intents/:id', 'server', (call) => updateIntent(call, call.id, call.form));
  post('/v1/payment_intents/:id/confirm', 'both', async (call) =>
    confirmIntent(call, await intentOf(call.trx, call), call.form),
  );
  post('/v1/payment_intents/:id/cancel', 'server', (call) => cancelIntent(call, call.id, call.form));
}

/** The intent of the path; a browser must know its client secret. */
async function intentOf(db: Kysely<CardTables>, { id, form, caller }: Call): Promise<IntentTable> {
  const intent = await getIntent(db, id);
  if (caller === 'server') return intent;
  const secret = textOf(form, 'client_secret');
  if (!secret) throw missingParameter('client_secret');
  if (secret !== intent.client_secret) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    );
  }
  return intent;
}
