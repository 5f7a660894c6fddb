import type { Kysely, Transaction } from 'kysely';
import { newId } from '#platform/ids.ts';
import type { PaymentStepTable, Tables } from '#server/schema/tables.ts';

export type Step = Omit<PaymentStepTable, 'id' | 'at'>;

/** Keeps what was done about a payment, in the transaction that does it. */
export async function keepStep(trx: Transaction<Tables>, now: number, step: Step): Promise<void> {
  await trx
    .insertInto('payment_steps')
    .values({ id: newId(), at: now, ...step })
    .execute();
}

/** What was done about an appointment or an intent, oldest first. */
export async function listSteps(db: Kysely<Tables>, id: string): Promise<PaymentStepTable[]> {
  return db
    .selectFrom('payment_steps')
    .selectAll()
    .where((e) => e.or([e('appointment_id', '=', id), e('intent_id', '=', id)]))
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** Money that has to go back: what failed first, then the oldest. At most a hundred. */
export async function listMoneyToGiveBack(db: Kysely<Tables>) {
  return db
    .selectFrom('charges')
    .select(['appointment_id', 'intent_id', 'status', 'created_at'])
    .where('status', 'in', ['refund-failed', 'refund-due'])
    .orderBy('status', 'desc')
    .orderBy('created_at')
    .limit(100)
    .execute();
}

/** How many charges may still be paid. */
export async function countLiveCharges(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('charges')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', 'in', ['opening', 'open'])
    .executeTakeFirstOrThrow();
  return Number(count);
}
