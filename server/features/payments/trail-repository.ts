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

/** What money is still expected for, or has to go back: oldest first. */
export async function listUnsettled(db: Kysely<Tables>) {
  return db
    .selectFrom('charges')
    .select(['appointment_id', 'intent_id', 'status', 'created_at'])
    .where('status', 'in', ['opening', 'open', 'refund-due'])
    .orderBy('created_at')
    .limit(100)
    .execute();
}
