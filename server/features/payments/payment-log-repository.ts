import { columnsOf } from '#platform/database/rows.ts';
import { afterCommit } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { OperatorAlert, PaymentRow, PaymentStep, PaymentStepRow } from '#server/db/payment-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';

const stepColumns = columnsOf<PaymentStepRow>({
  id: true,
  at: true,
  appointment_id: true,
  intent_id: true,
  step: true,
  by: true,
});

/** The source of a step. */
export type PaymentActor = PaymentStepRow['by'];
/** The payment that a step belongs to. */
type PaymentRef = Pick<PaymentRow, 'appointment_id' | 'intent_id'>;

export type PaymentLogDeps = Pick<Core, 'clock' | 'onPaymentStep' | 'onOperatorAlert'>;

/**
 * Appends a step to the payment log, in the transaction (of `inTransaction`) that makes the change. Reports
 * the step after the commit.
 */
export async function recordStep(
  trx: Trx,
  { clock, onPaymentStep }: PaymentLogDeps,
  { appointment_id, intent_id }: PaymentRef,
  step: PaymentStep,
  by: PaymentActor,
): Promise<void> {
  await trx
    .insertInto('payment_steps')
    .values({ id: newId(), at: clock(), appointment_id, intent_id, step, by })
    .execute();
  if (onPaymentStep) afterCommit(trx, () => onPaymentStep(step));
}

/** Writes to the operator's log after the commit. A crash loses it, so the payments page lists each payment. */
export function alertOperator(
  trx: Trx,
  { onOperatorAlert }: PaymentLogDeps,
  { appointment_id, intent_id }: PaymentRef,
  alert: Pick<OperatorAlert, 'kind' | 'reason'>,
): void {
  if (onOperatorAlert)
    afterCommit(trx, () =>
      onOperatorAlert({ ...alert, intentId: intent_id ?? '', appointmentId: appointment_id }),
    );
}

/** Returns the steps of an appointment or an intent, oldest first. */
export const listSteps = (db: Db, id: string): Promise<PaymentStepRow[]> =>
  db
    .selectFrom('payment_steps')
    .select(stepColumns)
    .where((e) => e.or([e('appointment_id', '=', id), e('intent_id', '=', id)]))
    .orderBy('at')
    .orderBy('id')
    .execute();
