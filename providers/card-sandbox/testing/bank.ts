import type { Database } from '#platform/database/open.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { Clock } from '#platform/time.ts';
import { createEmitter } from '../events.ts';
import { insertRow, updateRow } from '../repository.ts';
import type { CardTables, DisputeRow, EventType, Trx } from '../schema/tables.ts';
import { createId, toDispute, toRefund } from '../serialize.ts';

type Options = { db: Database; clock: Clock; outbox: Pick<Outbox, 'add'> };

/** Actions of banks after a payment. The sandbox that the site serves has none of them. */
export function createTestBank({ db, clock, outbox }: Options) {
  const change = (
    work: (trx: Trx, emit: (type: EventType, object: object) => Promise<void>) => Promise<void>,
  ) =>
    db
      .withTables<CardTables>()
      .transaction()
      .execute((trx) => work(trx, createEmitter(outbox)(trx, clock())));
  return {
    /** Disputes the charge of a payment, for the owner of the card, unless it was refunded or disputed. */
    dispute: (intentId: string) =>
      change(async (trx, emit) => {
        const charge = await trx
          .selectFrom('cards_charges')
          .selectAll()
          .where((e) => e.and({ intent_id: intentId, refusal: null, refunded: 0, disputed: 0 }))
          .executeTakeFirst();
        if (!charge) return;
        const { id: charge_id, intent_id, amount } = charge;
        const dispute: DisputeRow = {
          id: createId('dp'),
          charge_id,
          intent_id,
          amount,
          created_at: clock(),
          reason: 'fraudulent',
          status: 'needs_response',
        };
        await insertRow(trx, 'cards_disputes', dispute);
        await updateRow(trx, 'cards_charges', charge_id, { disputed: 1 });
        await emit('charge.dispute.created', toDispute(dispute));
      }),
    /** Rejects the refunds of a payment, which seemed to succeed before. */
    rejectRefunds: (intentId: string) =>
      change(async (trx, emit) => {
        const failed = await trx
          .updateTable('cards_refunds')
          .set({ status: 'failed' })
          .where((e) => e.and({ intent_id: intentId, status: 'succeeded' }))
          .returningAll()
          .execute();
        for (const refund of failed) {
          await trx
            .updateTable('cards_charges')
            .set((e) => ({ refunded: e('refunded', '-', refund.amount) }))
            .where('id', '=', refund.charge_id)
            .execute();
          await emit('refund.failed', { ...toRefund(refund), failure_reason: 'expired_or_canceled_card' });
        }
      }),
  };
}
