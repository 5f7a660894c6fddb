import { sql } from 'kysely';
import type { ChargeStatus, ChargeTable, Db } from '#server/schema/tables.ts';

/** As many looks at most in one round: below Stripe's limit of 100 reads a second. */
const BATCH = 50;

/** Takes open charges that are due for a look, and sets their next one. */
export async function takeLooks(
  db: Db,
  now: number,
  next: (charge: Pick<ChargeTable, 'created_at' | 'seen_at'>) => number,
): Promise<ChargeTable[]> {
  const due = await db
    .selectFrom('charges')
    .selectAll()
    .where('status', '=', 'open')
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(BATCH)
    .execute();
  const taken = await Promise.all(
    due.map((charge) =>
      db
        .updateTable('charges')
        .set({ look_at: next(charge) })
        .where('id', '=', charge.id)
        .where('appointment_id', '=', charge.appointment_id)
        .where('look_at', '=', charge.look_at)
        .where('status', '=', 'open')
        .returningAll()
        .executeTakeFirst(),
    ),
  );
  return taken.filter((charge) => charge !== undefined);
}

/** The payment page shows this charge now: the next look is soon. */
export async function noteSeen(
  db: Db,
  { id, appointment_id }: Pick<ChargeTable, 'id' | 'appointment_id'>,
  { now, lookAt }: { now: number; lookAt: number },
): Promise<void> {
  await db
    .updateTable('charges')
    .set({ seen_at: now, look_at: lookAt })
    .where('id', '=', id)
    .where('appointment_id', '=', appointment_id)
    .where('status', '=', 'open')
    .execute();
}

/** When a payer last opened the page of a charge that is still open. */
export async function newestOpen(db: Db): Promise<number> {
  const row = await db
    .selectFrom('charges')
    .select((e) => [e.fn.max('created_at').as('created'), e.fn.max('seen_at').as('seen')])
    // As literals, so that SQLite can use the index that holds live charges only; it compares the text of the condition.
    .where('status', 'in', [sql.lit<ChargeStatus>('opening'), sql.lit<ChargeStatus>('open')])
    .executeTakeFirst();
  return Math.max(Number(row?.created ?? 0), Number(row?.seen ?? 0));
}
