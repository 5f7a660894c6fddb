import type { Kysely } from 'kysely';
import { serviceCharge } from '#contract/values.ts';
import type { Outbox } from '#platform/outbox.ts';
import type { Tables } from '#server/schema/tables.ts';
import type { Intent } from '#server/third-parties/cards.ts';
import { findTransaction, markPaid, setChargeStatus } from './repository.ts';

/**
 * `paid`: this intent has just paid its appointment; `repeated`: it had before; `refunded`: it took money for
 * nothing and the refund is on its way; `open`, `closed`: it took none; `foreign`: it is none of ours.
 */
export type Settlement = 'paid' | 'repeated' | 'refunded' | 'open' | 'closed' | 'foreign';

/** The one rule in which browser, webhook and reconciler meet: what the provider says of an intent becomes our truth. */
export async function settle(
  { db, outbox }: { db: Kysely<Tables>; outbox: Outbox },
  intent: Intent,
): Promise<Settlement> {
  if (intent.status === 'open') return 'open';
  if (intent.status === 'canceled') {
    await setChargeStatus(db, intent.id, 'canceled');
    return 'closed';
  }
  const { appointmentId } = intent;
  if (!appointmentId || !isServiceCharge(intent)) return 'foreign';

  return db.transaction().execute(async (trx) => {
    if (await markPaid(trx, appointmentId, intent.id)) {
      await setChargeStatus(trx, intent.id, 'succeeded');
      return 'paid';
    }
    if ((await findTransaction(trx, appointmentId)) === intent.id) return 'repeated';
    await setChargeStatus(trx, intent.id, 'refund-due');
    await outbox.add(trx, 'refund', { intentId: intent.id });
    return 'refunded';
  });
}

export function isServiceCharge({ amount, currency }: Intent): boolean {
  return amount === serviceCharge.amount && currency === serviceCharge.currency;
}
