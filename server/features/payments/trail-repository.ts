import { afterCommit } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import type { Clock } from '#platform/time.ts';
import type { Db, PaymentStepTable, Trx } from '#server/schema/tables.ts';

export type Step = Omit<PaymentStepTable, 'id' | 'at'>;

export type TrailRoom = {
  clock: Clock;
  /** Told of each step once it is committed, and of cards that were refused. */
  onStep?: ((step: Step['step'] | 'declined') => void) | undefined;
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
export async function keepStep(trx: Trx, { clock, onStep }: TrailRoom, step: Step): Promise<void> {
  await trx
    .insertInto('payment_steps')
    .values({ id: newId(), at: clock(), ...step })
    .execute();
  if (onStep) afterCommit(trx, () => onStep(step.step));
}

/** What was done about an appointment or an intent, oldest first. */
export async function listSteps(db: Db, id: string): Promise<PaymentStepTable[]> {
  return db
    .selectFrom('payment_steps')
    .selectAll()
    .where((e) => e.or([e('appointment_id', '=', id), e('intent_id', '=', id)]))
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** How many charges may still be paid. */
export async function countLiveCharges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('charges')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', 'in', ['opening', 'open'])
    .executeTakeFirstOrThrow();
  return Number(count);
}
