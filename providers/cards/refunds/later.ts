import type { Kysely, Transaction } from 'kysely';
import { seconds } from '#platform/time.ts';
import { putBack } from '../charges/repository.ts';
import type { Tell, Teller } from '../events/tell.ts';
import type { RefundOutcome } from '../methods/test-cards.ts';
import type { CardTables, RefundTable } from '../schema/tables.ts';
import { toRefund } from './present.ts';
import { dueRefunds, endWait } from './repository.ts';

/** So long after it was asked for a refund turns out otherwise than it began. */
export const CHANGES_AFTER = seconds(5);

/** How a refund begins, and when it changes, by what is known of its card. */
export function beginning(outcome: RefundOutcome, now: number): Pick<RefundTable, 'status' | 'changes_at'> {
  return {
    status: outcome === 'succeeds_later' ? 'pending' : 'succeeded',
    changes_at: outcome === 'succeeds' ? null : now + CHANGES_AFTER,
  };
}

/** Each refund whose time has come: the pending ones succeed, those that seemed to have succeeded fail. */
export async function changeDueRefunds(db: Kysely<CardTables>, now: number, teller: Teller): Promise<void> {
  for (const refund of await dueRefunds(db, now)) {
    await db.transaction().execute((trx) => change(trx, refund, teller(trx, now)));
  }
}

async function change(trx: Transaction<CardTables>, before: RefundTable, tell: Tell): Promise<void> {
  const fails = before.status === 'succeeded';
  const refund = await endWait(trx, before.id, fails ? 'failed' : 'succeeded');
  if (!refund) return;
  if (fails) await putBack(trx, refund.charge_id, refund.amount);
  const now = await toRefund(trx, refund);
  const previous = { status: before.status, ...(!fails && { pending_reason: 'processing' }) };
  await tell('refund.updated', now, previous);
  await tell('charge.refund.updated', now, previous);
  if (fails) await tell('refund.failed', now, previous);
}
