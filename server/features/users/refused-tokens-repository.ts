import { removeBefore } from '#platform/database/in-batches.ts';
import type { Db, Trx } from '#server/schema/tables.ts';

/** Identity tokens of this user that were made until then let nobody in. */
export async function refuseTokens(
  trx: Trx,
  { userId, madeUntil }: { userId: string; madeUntil: number },
): Promise<void> {
  await trx
    .insertInto('refused_tokens')
    .values({ user_id: userId, made_until: madeUntil })
    .onConflict((c) => c.column('user_id').doUpdateSet({ made_until: madeUntil }))
    .execute();
}

/** From now on nothing that was given out by these sessions of the identity provider opens anything. */
export async function rememberEnded(
  db: Db,
  { sessionIds, now }: { sessionIds: readonly string[]; now: number },
): Promise<void> {
  await db
    .insertInto('ended_identity_sessions')
    .values(sessionIds.map((id) => ({ id, ended_at: now })))
    .onConflict((c) => c.column('id').doNothing())
    .execute();
}

export async function hasEnded(trx: Trx, identitySession: string): Promise<boolean> {
  const ended = await trx
    .selectFrom('ended_identity_sessions')
    .select('id')
    .where('id', '=', identitySession)
    .executeTakeFirst();
  return ended !== undefined;
}

export function forgetEnded(db: Db, before: number): Promise<void> {
  return removeBefore(db, 'ended_identity_sessions', { key: 'id', column: 'ended_at', before });
}

export async function isRefused(
  trx: Trx,
  { id, issuedAt }: { id: string; issuedAt: number },
): Promise<boolean> {
  const refused = await trx
    .selectFrom('refused_tokens')
    .select('user_id')
    .where('user_id', '=', id)
    .where('made_until', '>=', issuedAt)
    .executeTakeFirst();
  return refused !== undefined;
}

export async function forgetRefused(db: Db, madeUntil: number): Promise<void> {
  await db.deleteFrom('refused_tokens').where('made_until', '<', madeUntil).execute();
}
