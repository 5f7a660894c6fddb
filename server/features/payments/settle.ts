import type { Kysely, Transaction } from 'kysely';
import { serviceCharge } from '#contract/values.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Mail } from '#platform/messages.ts';
import type { Outbox } from '#platform/outbox.ts';
import { days } from '#platform/time.ts';
import type { PaymentStepTable, Tables } from '#server/schema/tables.ts';
import type { Cards, Intent } from '#server/third-parties/cards.ts';
import { composeReceipt, composeRefundNotice } from './mails.ts';
import * as appointments from './paid-repository.ts';
import * as repository from './repository.ts';
import { keepStep, type TrailRoom } from './trail-repository.ts';

export type PaymentRoom = TrailRoom & {
  db: Kysely<Tables>;
  cards: Cards;
  outbox: Outbox;
  /** Where the receipt's link leads, and by which our intents are told from another site's. */
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
  return inTransaction(room.db, (trx) => settleIn(trx, room, intent, by));
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
  const appointmentId = known?.appointment_id ?? intent.appointmentId;
  if (!appointmentId) return 'foreign';
  const ours = known !== undefined || intent.site === room.publicUrl;
  const fits = isSameMoney(intent, known ?? serviceCharge);
  const wanted = fits && (ours || (await isOfUnnamedSite(trx, intent, appointmentId)));
  if (wanted) return takeMoney(trx, room, { ...intent, appointmentId }, by);
  return ours ? giveBack(trx, room, { ...intent, appointmentId }, by) : 'foreign';
}

/** An account may serve several sites: what is not known here and names none of them is ours by its appointment. */
async function isOfUnnamedSite(trx: Transaction<Tables>, { site }: Intent, id: string): Promise<boolean> {
  return site === undefined && (await appointments.findAnyAppointment(trx, id)) !== undefined;
}

/** The charge ends without money; false when it has ended before, or has been given an intent meanwhile. */
export async function endUnpaid(
  trx: Transaction<Tables>,
  room: TrailRoom,
  charge: { id: string; appointment_id: string; intent_id: string | null },
  by: By,
): Promise<boolean> {
  const { appointment_id, intent_id } = charge;
  if (!(await repository.moveCharge(trx, charge, [intent_id ? 'open' : 'opening'], 'canceled'))) return false;
  await keepStep(trx, room, { appointment_id, intent_id, step: 'canceled', by });
  return true;
}

/**
 * After the transaction that removes or pays an appointment: a charge of it that is still live, begun meanwhile or in a
 * forgotten tab, is ended.
 */
export async function closeAfterwards(
  { outbox }: Pick<PaymentRoom, 'outbox'>,
  trx: Transaction<Tables>,
  appointmentId: string,
): Promise<void> {
  if (await repository.findLiveCharge(trx, appointmentId))
    await outbox.add(trx, 'end-charge', { appointmentId });
}

type OurIntent = Intent & { appointmentId: string };

async function takeMoney(
  trx: Transaction<Tables>,
  room: PaymentRoom,
  intent: OurIntent,
  by: By,
): Promise<Settlement> {
  const { id: intentId, appointmentId, amount, currency } = intent;
  const now = room.clock();
  const money = { intentId, amount, currency };
  const paid = await appointments.markPaid(trx, appointmentId, { ...money, paidAt: intent.paidAt ?? now });
  const charge = await repository.holdCharge(trx, { ...money, appointmentId, now });
  if (paid) {
    await repository.moveCharge(trx, charge, unsettled, 'succeeded');
    await keepStep(trx, room, { appointment_id: appointmentId, intent_id: intentId, step: 'paid', by });
    await tell(trx, room, paid, (reader) => composeReceipt(paid, reader, room.publicUrl));
    await closeAfterwards(room, trx, appointmentId);
  }
  if (intent.refunded) await takeRefund(trx, room, intentId, by);
  if (paid) return 'paid';
  const appointment = await appointments.findAnyAppointment(trx, appointmentId);
  return appointment?.transaction_id === intentId ? 'repeated' : giveBack(trx, room, intent, by);
}

/** Money for an appointment that is gone, that another intent has paid, or that costs something else. */
async function giveBack(
  trx: Transaction<Tables>,
  room: PaymentRoom,
  { id: intentId, appointmentId, amount, currency, refunded }: OurIntent,
  by: By,
): Promise<Settlement> {
  const now = room.clock();
  const charge = await repository.holdCharge(trx, { intentId, appointmentId, amount, currency, now });
  if (refunded) await takeRefund(trx, room, intentId, by);
  else if (await repository.moveCharge(trx, charge, unsettled, 'refund-due')) {
    await keepStep(trx, room, { appointment_id: appointmentId, intent_id: intentId, step: 'refund-due', by });
    await room.outbox.add(trx, 'refund', { intentId });
  }
  return 'refunded';
}

const unsettled = ['opening', 'open', 'canceled'] as const;

/** The provider has given the money back, or is about to: it shows on the row, once. */
export async function takeRefund(
  trx: Transaction<Tables>,
  room: PaymentRoom,
  intentId: string,
  by: By,
): Promise<void> {
  const now = room.clock();
  // The appointment first, as everywhere: who locks in another order waits for ever.
  const refunded = await appointments.markRefunded(trx, intentId, now);
  const charge = await repository.findChargeOfIntent(trx, intentId);
  const from = [...unsettled, 'succeeded', 'refund-due', 'refund-failed'] as const;
  if (!charge || !(await repository.moveCharge(trx, charge, from, 'refunded'))) return;
  const { appointment_id } = charge;
  await keepStep(trx, room, { appointment_id, intent_id: intentId, step: 'refunded', by });
  const appointment = refunded ?? (await appointments.findAnyAppointment(trx, appointment_id));
  if (appointment)
    await tell(trx, room, appointment, (reader) =>
      composeRefundNotice(appointment, charge, reader, room.publicUrl),
    );
}

/** The donor's bank has not taken the money back: the row says so no longer, and the operator has to see to it. */
export async function takeRefundFailure(
  trx: Transaction<Tables>,
  room: TrailRoom,
  intentId: string,
  by: By,
): Promise<void> {
  await appointments.unmarkRefunded(trx, intentId);
  const charge = await repository.findChargeOfIntent(trx, intentId);
  if (!charge || !(await repository.moveCharge(trx, charge, ['refund-due', 'refunded'], 'refund-failed')))
    return;
  const { appointment_id } = charge;
  await keepStep(trx, room, { appointment_id, intent_id: intentId, step: 'refund-failed', by });
}

/** A mail server may be away for long; what it has not taken by then goes, and with it the person's address. */
const MAIL_WAITS = days(30);

/** Mails the donor at the address, and in the language, that the account has today; a deleted one has none. */
async function tell(
  trx: Transaction<Tables>,
  { outbox, clock }: Pick<PaymentRoom, 'outbox' | 'clock'>,
  { user_id }: { user_id: string },
  compose: (reader: appointments.Reader) => Omit<Mail, 'to'>,
): Promise<void> {
  const reader = await appointments.findReader(trx, user_id);
  if (!reader) return;
  const mail = { ...compose(reader), to: reader.email, goodUntil: clock() + MAIL_WAITS };
  // Inside a transaction nobody asks the identity provider: the handler of the other kind does.
  if (reader.emailVerified) await outbox.add(trx, 'mail', mail);
  else await outbox.add(trx, 'mail-if-confirmed', { ...mail, userId: user_id });
}

export const isSameMoney = (one: repository.Money, other: repository.Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;
