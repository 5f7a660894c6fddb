import type { ExpressionBuilder } from 'kysely';
import type { ChargeStatus, ChargeTable, Db, Tables, Trx } from '#server/schema/tables.ts';

type ChargeKey = Pick<ChargeTable, 'id' | 'appointment_id'>;
type Money = Partial<Pick<ChargeTable, 'refunded_amount' | 'problem' | 'dispute'>>;

/** Null is not equal to anything in SQL, not even to null. */
const differs = (e: ExpressionBuilder<Tables, 'charges'>, name: keyof Money, value: Money[keyof Money]) =>
  value === null || value === undefined
    ? e(name, 'is not', null)
    : e.or([e(name, 'is', null), e(name, '!=', value)]);

/** Records what the provider says of the money of a charge; false when it was recorded before. */
export async function recordMoney(
  trx: Trx,
  { id, appointment_id }: ChargeKey,
  money: Money,
): Promise<boolean> {
  const changed = await trx
    .updateTable('charges')
    .set(money)
    .where('id', '=', id)
    .where('appointment_id', '=', appointment_id)
    .where((e) => e.or(Object.entries(money).map(([name, value]) => differs(e, name as keyof Money, value))))
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Money that has to be refunded or decided about. */
const undecided: ChargeStatus[] = ['refund-failed', 'unclaimed', 'refund-due'];
/** A dispute that is not over, in Stripe's words. */
export const openDispute = [
  'needs_response',
  'under_review',
  'warning_needs_response',
  'warning_under_review',
];

const columns = [
  'appointment_id',
  'intent_id',
  'status',
  'created_at',
  'amount',
  'currency',
  'refunded_amount',
  'problem',
  'dispute',
] as const;
export type Undecided = Pick<ChargeTable, (typeof columns)[number]>;

/** What waits for the operator or the provider, each kind oldest first; at most a hundred of each. */
export async function listUndecided(db: Db): Promise<Undecided[]> {
  const refunds = await Promise.all(
    undecided.map((status) =>
      db
        .selectFrom('charges')
        .select(columns)
        .where('status', '=', status)
        .orderBy('created_at')
        .limit(100)
        .execute(),
    ),
  );
  const disputes = await db
    .selectFrom('charges')
    .select(columns)
    .where('dispute', 'is not', null)
    .where('dispute', 'in', openDispute)
    .where('status', 'not in', undecided)
    .orderBy('created_at')
    .limit(100)
    .execute();
  return [...refunds.flat(), ...disputes];
}

/** How many charges of each kind wait, for the metrics. */
export async function countUndecided(db: Db): Promise<Record<string, number>> {
  const refunds = await db
    .selectFrom('charges')
    .select((e) => ['status', e.fn.countAll<number>().as('count')])
    .where('status', 'in', undecided)
    .groupBy('status')
    .execute();
  const { disputed } = await db
    .selectFrom('charges')
    .select((e) => e.fn.countAll<number>().as('disputed'))
    .where('dispute', 'is not', null)
    .where('dispute', 'in', openDispute)
    .executeTakeFirstOrThrow();
  const counts = Object.fromEntries(undecided.map((status): [string, number] => [status, 0]));
  for (const { status, count } of refunds) counts[status] = Number(count);
  return { ...counts, disputed: Number(disputed) };
}

/** Every charge whose money has to be refunded: appointment and intent. */
export async function listRefundsDue(trx: Trx) {
  return trx
    .selectFrom('charges')
    .select(['appointment_id', 'intent_id'])
    .where('status', '=', 'refund-due')
    .execute();
}
