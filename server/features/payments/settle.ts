import type { Kysely, Transaction } from 'kysely';
import { serviceCharge } from '#contract/values.ts';
import type { Outbox } from '#platform/outbox.ts';
import type { Clock } from '#platform/time.ts';
import type { PaymentStepTable, Tables } from '#server/schema/tables.ts';
import type { Cards, Intent } from '#server/third-parties/cards.ts';
import { composeReceipt, composeRefundNotice } from './mails.ts';
import * as repository from './repository.ts';
import { keepStep } from './trail-repository.ts';

export type PaymentRoom = {
  db: Kysely<Tables>;
  clock: Clock;
  cards: Cards;
  outbox: Outbox;
  /** Where the receipt's link leads. */
  publicUrl: string;
};

/**
 * `paid`: this intent has just paid its appointment; `repeated`: it had before; `refunded`: it took money for
 * nothing, which is given back; `open`, `closed`: it took none; `foreign`: it is none of ours.
 */
export type Settlement = 'paid' | 'repeated' | 'refunded' | 'open' | 'closed' | 'foreign';

/** Who brought the news. */
type By = PaymentStepTable['by'];

/** The one rule in which browser, webhook and reconciler meet: what the provider says of an intent becomes our truth. */
export function settle(room: PaymentRoom, intent: Intent, by: By): Promise<Settlement> {
  return room.db.transaction().execute((trx) => settleIn(trx, room, intent, by));
}

/** As `settle`, inside a transaction of the caller's. Nothing of it depends on the order in which news come. */
export async function settleIn(
  trx: Transaction<Tables>,
  room: PaymentRoom,
  intent: Intent,
  by: By,
): Promise<Settlement> {
  if (intent.status === 'open') return 'open';
  const known = await repository.findChargeOfIntent(trx, intent.id);
  if (intent.status === 'canceled') {
    if (known) await endUnpaid(trx, room, known, by);
    return 'closed';
  }
  const { appointmentId } = intent;
  if (!appointmentId || !isSameMoney(intent, known ?? serviceCharge)) return 'foreign';
  return takeMoney(trx, room, { ...intent, appointmentId }, by);
}

/** The charge ends without money; false when it has ended before, or has been given an intent meanwhile. */
export async function endUnpaid(
  trx: Transaction<Tables>,
  { clock }: Pick<PaymentRoom, 'clock'>,
  charge: { id: string; appointment_id: string; intent_id: string | null },
  by: By,
): Promise<boolean> {
  const { id, appointment_id, intent_id } = charge;
  if (!(await repository.moveCharge(trx, id, [intent_id ? 'open' : 'opening'], 'canceled'))) return false;
  await keepStep(trx, clock(), { appointment_id, intent_id, step: 'canceled', by });
  return true;
}

async function takeMoney(
  trx: Transaction<Tables>,
  room: PaymentRoom,
  intent: Intent & { appointmentId: string },
  by: By,
): Promise<Settlement> {
  const { clock, outbox, publicUrl } = room;
  const { id: intentId, appointmentId, amount, currency } = intent;
  const now = clock();
  const money = { intentId, amount, currency, now };
  const paid = await repository.markPaid(trx, appointmentId, money);
  const charge = await repository.holdCharge(trx, { ...money, appointmentId });
  const step = { appointment_id: appointmentId, intent_id: intentId, by };
  if (paid) {
    await repository.moveCharge(trx, charge.id, ['opening', 'open', 'canceled'], 'succeeded');
    await keepStep(trx, now, { ...step, step: 'paid' });
    if (paid.email) await outbox.add(trx, 'mail', composeReceipt(paid, publicUrl));
  }
  if (intent.refunded) await takeRefund(trx, room, intentId, by);
  if (paid) return 'paid';
  const appointment = await repository.findPaid(trx, appointmentId);
  if (appointment?.transaction_id === intentId) return 'repeated';
  // Money for an appointment that is gone, or that another intent has paid.
  if (await repository.moveCharge(trx, charge.id, ['opening', 'open', 'canceled'], 'refund-due')) {
    await keepStep(trx, now, { ...step, step: 'refund-due' });
    await outbox.add(trx, 'refund', { intentId });
  }
  return 'refunded';
}

/** The provider has given the money back: it shows on the row, once. */
export async function takeRefund(
  trx: Transaction<Tables>,
  { clock, outbox, publicUrl }: PaymentRoom,
  intentId: string,
  by: By,
): Promise<void> {
  const charge = await repository.findChargeOfIntent(trx, intentId);
  if (!charge) return;
  const from = ['opening', 'open', 'canceled', 'succeeded', 'refund-due'] as const;
  if (!(await repository.moveCharge(trx, charge.id, from, 'refunded'))) return;
  const now = clock();
  const { appointment_id } = charge;
  await keepStep(trx, now, { appointment_id, intent_id: intentId, step: 'refunded', by });
  const refunded = await repository.markRefunded(trx, intentId, now);
  const told = refunded ?? (await repository.findPaid(trx, appointment_id));
  if (told?.email) await outbox.add(trx, 'mail', composeRefundNotice(told, charge, publicUrl));
}

const isSameMoney = (one: repository.Money, other: repository.Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;
