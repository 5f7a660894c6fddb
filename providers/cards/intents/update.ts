import type { Change } from '../http/calls.ts';
import { expandedBy } from '../http/expand.ts';
import { type Form, textOf } from '../http/form.ts';
import type { Answer } from '../http/idempotency.ts';
import { changedMetadata } from '../http/metadata.ts';
import { emailOf, onlyKnown } from '../http/parameters.ts';
import type { IntentTable } from '../schema/tables.ts';
import { getIntent } from './find.ts';
import { readAmount } from './new-intent.ts';
import { expandable, toPaymentIntent } from './present.ts';
import { changeOpen } from './repository.ts';
import { unexpectedState } from './unexpected-state.ts';

/** Changes what is named of an open intent; an empty text takes away. @throws StripeShapedError 400, 404 */
export async function updateIntent({ trx }: Change, id: string, form: Form): Promise<Answer> {
  onlyKnown(form, ['amount', 'description', 'metadata', 'receipt_email']);
  const expanded = expandedBy(form, expandable);
  // Holds the row, so that of two changes at once none is lost.
  const before = await changeOpen(trx, id, { id });
  const after = before && (await changeOpen(trx, id, { id, ...changesOf(form, before) }));
  if (!after) throw unexpectedState('update', await toPaymentIntent(trx, await getIntent(trx, id)));
  return { status: 200, body: await toPaymentIntent(trx, after, expanded) };
}

function changesOf(form: Form, before: IntentTable): Partial<IntentTable> {
  return {
    ...(form.description !== undefined && { description: textOf(form, 'description') ?? null }),
    ...(form.receipt_email !== undefined && { receipt_email: emailOf(form, 'receipt_email') ?? null }),
    ...(form.metadata !== undefined && { metadata: changedMetadata(form, before.metadata) }),
    ...(form.amount !== undefined && changedAmount(readAmount(form, before.currency), before)),
  };
}

/** The owner of the card accepts the amount that the bank shows: of another one the bank is to be asked anew. */
function changedAmount(amount: number, { status, amount: shown }: IntentTable): Partial<IntentTable> {
  const outdated = status === 'requires_action' && amount !== shown;
  return outdated ? { amount, status: 'requires_confirmation' } : { amount };
}
