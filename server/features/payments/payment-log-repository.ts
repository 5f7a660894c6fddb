import { afterCommit } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import type { Clock } from '#platform/time.ts';
import type { ChargeTable, Db, PaymentStepTable, Trx } from '#server/db/tables.ts';

type Step = PaymentStepTable['step'];
/** Who brought the news, or did it. */
export type PaymentActor = PaymentStepTable['by'];
/** What a step is about. */
type Payment = Pick<ChargeTable, 'appointment_id' | 'intent_id'>;

export type PaymentLogDeps = {
  clock: Clock;
  /** Told of each step once it is committed, and of cards that were refused. */
  onStep?: ((step: Step | 'declined') => void) | undefined;
  /** Called once something is committed that the operator has to decide about. */
  onAttention?: ((attention: Attention) => void) | undefined;
};

export type Attention = {
  what: 'refund-failed' | 'refund-waits-for-funds' | 'unclaimed' | 'disputed' | 'dispute-lost';
  intentId: string;
  appointmentId: string;
  reason?: string | undefined;
};

/** Keeps what was done about a payment, in the transaction that does it (one that `inTransaction` has begun). */
export async function recordStep(
  trx: Trx,
  { clock, onStep }: PaymentLogDeps,
  { appointment_id, intent_id }: Payment,
  step: Step,
  by: PaymentActor,
): Promise<void> {
  await trx
    .insertInto('payment_steps')
    .values({ id: newId(), at: clock(), appointment_id, intent_id, step, by })
    .execute();
  if (onStep) afterCommit(trx, () => onStep(step));
}

/** Tells the operator, once the transaction is committed. */
export function requestAttention(
  trx: Trx,
  { onAttention }: PaymentLogDeps,
  { appointment_id, intent_id }: Payment,
  what: Pick<Attention, 'what' | 'reason'>,
): void {
  if (onAttention)
    afterCommit(trx, () =>
      onAttention({ ...what, intentId: intent_id ?? '', appointmentId: appointment_id }),
    );
}

/** What was done about an appointment or an intent, oldest first. */
export const listSteps = (db: Db, id: string): Promise<PaymentStepTable[]> =>
  db
    .selectFrom('payment_steps')
    .selectAll()
    .where((e) => e.or([e('appointment_id', '=', id), e('intent_id', '=', id)]))
    .orderBy('at')
    .orderBy('id')
    .execute();
