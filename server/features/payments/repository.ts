import type { ExpressionBuilder } from 'kysely';
import { columnsOf, countRows, hasRow } from '#platform/database/rows.ts';
import { newId } from '#platform/ids.ts';
import type { PaymentRow, PaymentStatus } from '#server/db/payment-tables.ts';
import type { Db, Tables, Trx } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';

const paymentColumns = columnsOf<PaymentRow>({
  id: true,
  appointment_id: true,
  intent_id: true,
  amount: true,
  currency: true,
  status: true,
  created_at: true,
  expires_at: true,
  refunded_amount: true,
  problem: true,
  dispute: true,
  last_requested_at: true,
  next_check_at: true,
});

/** Statuses of payments that can still receive money. */
const liveStatuses: PaymentStatus[] = ['opening', 'open'];
/** Statuses of payments that must be refunded or decided about. */
const undecidedStatuses: PaymentStatus[] = ['refund-failed', 'unclaimed', 'refund-due'];
/** Stripe's statuses of an open dispute. */
export const openDisputeStatuses = [
  'needs_response',
  'under_review',
  'warning_needs_response',
  'warning_under_review',
];
/** Maximum number of payments per round. Stripe's limit is 100 reads a second. */
const BATCH = 50;
const MAX_LISTED = 100;

export type Money = { amount: number; currency: string };

export const isSameAmount = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;

type PaymentKey = Pick<PaymentRow, 'id' | 'appointment_id'>;

const updatePaymentQuery = (db: Db, { id, appointment_id }: PaymentKey, changes: Partial<PaymentRow>) =>
  db.updateTable('payments').set(changes).where('id', '=', id).where('appointment_id', '=', appointment_id);

/** Adds a live payment. Returns undefined if the appointment has one (unique index). */
export const insertPayment = (trx: Trx, payment: PaymentRow): Promise<PaymentRow | undefined> =>
  trx
    .insertInto('payments')
    .values(payment)
    .onConflict((c) => c.doNothing())
    .returning(paymentColumns)
    .executeTakeFirst();

export const findLivePayment = (db: Db, appointmentId: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', liveStatuses)
    .executeTakeFirst();

export const findPayment = (db: Db, { id, appointment_id }: PaymentKey): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('id', '=', id)
    .where('appointment_id', '=', appointment_id)
    .executeTakeFirst();

export const findPaymentByIntent = (db: Db, intentId: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').select(paymentColumns).where('intent_id', '=', intentId).executeTakeFirst();

/**
 * Attaches the intent to a payment that was being opened. Returns false if the payment ended or has an
 * intent.
 */
export const attachIntent = (
  db: Db,
  key: PaymentKey,
  intentId: string,
  expiresAt: number,
): Promise<boolean> =>
  hasRow(
    updatePaymentQuery(db, key, { intent_id: intentId, status: 'open', expires_at: expiresAt })
      .where('status', '=', 'opening')
      .returning('id'),
  );

/** Changes the status of a payment. Returns false if its status is not in `from`. */
export const updatePaymentStatus = (
  db: Db,
  key: PaymentKey,
  from: readonly PaymentStatus[],
  to: PaymentStatus,
): Promise<boolean> =>
  hasRow(updatePaymentQuery(db, key, { status: to }).where('status', 'in', from).returning('id'));

/** Records that the payment page shows this payment, and schedules its next check. */
export const recordPageView = (
  db: Db,
  key: PaymentKey,
  { now, nextCheckAt }: { now: number; nextCheckAt: number },
) =>
  updatePaymentQuery(db, key, { last_requested_at: now, next_check_at: nextCheckAt })
    .where('status', '=', 'open')
    .execute();

/** Returns the payment of an intent. Adds it if it is missing, for example after a restore. */
export async function upsertPayment(
  trx: Trx,
  intent: Money & { intentId: string; appointmentId: string; now: number },
): Promise<PaymentRow> {
  await trx
    .insertInto('payments')
    .values({
      id: newId(),
      appointment_id: intent.appointmentId,
      intent_id: intent.intentId,
      amount: intent.amount,
      currency: intent.currency,
      status: 'canceled',
      created_at: intent.now,
      expires_at: intent.now,
      refunded_amount: 0,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  return trx
    .selectFrom('payments')
    .select(paymentColumns)
    .where('intent_id', '=', intent.intentId)
    .executeTakeFirstOrThrow();
}

/** Returns the ids of the viewer's appointments that have a live payment. */
export async function listAppointmentsWithOpenPayment(db: Db, viewer: Viewer): Promise<string[]> {
  const appointments = await db
    .selectFrom('appointments')
    .select('id')
    .where('user_id', '=', viewer.userId)
    .execute();
  if (appointments.length === 0) return [];
  const ids = appointments.map(({ id }) => id);
  const rows = await db
    .selectFrom('payments')
    .select('appointment_id')
    .where('appointment_id', 'in', ids)
    .where('status', 'in', liveStatuses)
    .execute();
  return rows.map((row) => row.appointment_id);
}

/** Claims live payments that have expired, and schedules the next attempt to cancel them. */
export const claimExpired = (db: Db, now: number, next: number): Promise<PaymentRow[]> =>
  claimPayments(db, { column: 'expires_at', statuses: liveStatuses, now, next: () => next });

/** Claims open payments whose check at the provider is due, and schedules their next one. */
export const claimDueChecks = (db: Db, now: number, next: (payment: PaymentRow) => number) =>
  claimPayments(db, { column: 'next_check_at', statuses: ['open'], now, next });

type ClaimOptions = {
  column: 'expires_at' | 'next_check_at';
  statuses: PaymentStatus[];
  now: number;
  next: (payment: PaymentRow) => number;
};

/**
 * Claims the payments whose time in `column` has come. The update compares the old value, so that only one
 * server gets each payment.
 */
async function claimPayments(db: Db, { column, statuses, now, next }: ClaimOptions): Promise<PaymentRow[]> {
  const due = await db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('status', 'in', statuses)
    .where(column, '<=', now)
    .orderBy(column)
    .limit(BATCH)
    .execute();
  const claimed = await Promise.all(
    due.map((payment) =>
      updatePaymentQuery(db, payment, { [column]: next(payment) })
        .where(column, '=', payment[column])
        .where('status', 'in', statuses)
        .returning(paymentColumns)
        .executeTakeFirst(),
    ),
  );
  return claimed.filter((payment) => payment !== undefined);
}

/** Returns when the first payment was created, in ms. */
export async function findFirstPaymentTime(db: Db): Promise<number | undefined> {
  const first = db.selectFrom('payments').select('created_at').orderBy('created_at').limit(1);
  return (await first.executeTakeFirst())?.created_at;
}

type PaymentDetails = Partial<Pick<PaymentRow, 'refunded_amount' | 'problem' | 'dispute'>>;

/**
 * Returns SQL for whether a column differs from a value. Handles NULL, because `!=` with NULL is never true.
 */
const differs = (
  e: ExpressionBuilder<Tables, 'payments'>,
  [name, value]: [string, string | number | null],
) =>
  value === null
    ? e(name as keyof PaymentDetails, 'is not', null)
    : e.or([e(name as keyof PaymentDetails, 'is', null), e(name as keyof PaymentDetails, '!=', value)]);

/** Records refund and dispute details of a payment. Returns false if they were recorded before. */
export const recordPaymentDetails = (trx: Trx, key: PaymentKey, details: PaymentDetails): Promise<boolean> =>
  hasRow(
    updatePaymentQuery(trx, key, details)
      .where((e) => e.or(Object.entries(details).map((entry) => differs(e, entry))))
      .returning('id'),
  );

/**
 * Returns the payments that need the operator or the provider, at most a hundred of each kind, oldest first.
 */
export async function listPaymentsNeedingAction(db: Db): Promise<PaymentRow[]> {
  const oldest = db.selectFrom('payments').select(paymentColumns).orderBy('created_at').limit(MAX_LISTED);
  const refunds = await Promise.all(
    undecidedStatuses.map((status) => oldest.where('status', '=', status).execute()),
  );
  const disputes = oldest.where('dispute', 'is not', null).where('dispute', 'in', openDisputeStatuses);
  return [...refunds.flat(), ...(await disputes.where('status', 'not in', undecidedStatuses).execute())];
}

/** Returns the number of undecided payments of each kind, for the metrics. */
export async function countUndecided(db: Db): Promise<Record<string, number>> {
  const payments = db.selectFrom('payments');
  const kinds = undecidedStatuses.map(
    async (status): Promise<[string, number]> => [
      status,
      await countRows(payments.where('status', '=', status)),
    ],
  );
  const disputed = payments.where('dispute', 'is not', null).where('dispute', 'in', openDisputeStatuses);
  return { ...Object.fromEntries(await Promise.all(kinds)), disputed: await countRows(disputed) };
}

/** Returns the number of payments that can still be paid. */
export const countLivePayments = (db: Db): Promise<number> =>
  countRows(db.selectFrom('payments').where('status', 'in', liveStatuses));

/** Returns all payments that must be refunded. */
export const listRefundsDue = (trx: Trx) =>
  trx
    .selectFrom('payments')
    .select(['appointment_id', 'intent_id'])
    .where('status', '=', 'refund-due')
    .execute();
