import { inTransaction } from '#platform/database/transaction.ts';
import type { Intent, RefundResult } from '#server/third-parties/cards.ts';
import { findChargeOfIntent } from './repository.ts';
import { isOfThisSite, type PaymentRoom } from './settle.ts';
import { findHold } from './site.ts';
import { takeRefund, takeRefundFailure } from './take-refund.ts';

/**
 * The outbox's handler: refunds money that was taken for nothing. While refunds are held it does nothing: releasing
 * them adds a message for each refund that is due.
 */
export async function refund(room: PaymentRoom, intentId: string): Promise<void> {
  if (await findHold(room.db)) return;
  const charge = await findChargeOfIntent(room.db, intentId);
  if (charge?.status !== 'refund-due') return;
  const result = await refundOwn(room, intentId, await room.cards.findIntent(intentId));
  await inTransaction(room.db, async (trx) => {
    if (result.outcome === 'refused')
      return takeRefundFailure(trx, room, intentId, {
        by: 'refund',
        reason: result.reason,
        from: ['refund-due'],
      });
    // An event that has arrived since then may already say that it failed: that stands.
    await takeRefund(trx, room, intentId, { by: 'refund', from: ['refund-due'] });
    if (result.reason === 'insufficient_funds')
      room.onAttention?.({ what: 'refund-waits-for-funds', intentId, appointmentId: charge.appointment_id });
  });
}

/** A copy of a site has its rows and its keys: only what names this site at the provider is refunded. */
async function refundOwn(
  room: PaymentRoom,
  intentId: string,
  intent: Intent | undefined,
): Promise<RefundResult> {
  if (!intent) return { outcome: 'refused', reason: 'unknown_to_the_provider' };
  if (!isOfThisSite(room, intent)) return { outcome: 'refused', reason: 'of_another_site' };
  return intent.refunded ? { outcome: 'on-its-way' } : room.cards.refund(intentId);
}
