import { deleteBefore, forEachBatch } from '#platform/database/in-batches.ts';
import { hasRow } from '#platform/database/rows.ts';
import type { Db, Trx } from '#server/db/tables.ts';

/** Rejects the user's identity tokens issued until `issuedUntil` (ms). */
export const rejectTokens = (trx: Trx, { userId, issuedUntil }: { userId: string; issuedUntil: number }) =>
  trx
    .insertInto('rejected_tokens')
    .values({ user_id: userId, issued_until: issuedUntil })
    .onConflict((c) => c.column('user_id').doUpdateSet({ issued_until: issuedUntil }))
    .execute();

export const isTokenRejected = (
  trx: Trx,
  { id, issuedAt }: { id: string; issuedAt: number },
): Promise<boolean> =>
  hasRow(
    trx
      .selectFrom('rejected_tokens')
      .select('user_id')
      .where('user_id', '=', id)
      .where('issued_until', '>=', issuedAt),
  );

export const removeOldRejectedTokens = (db: Db, issuedUntil: number) =>
  db.deleteFrom('rejected_tokens').where('issued_until', '<', issuedUntil).execute();

/** Records that identity sessions have ended, which revokes the access that they gave. */
export const recordEndedSessions = (db: Db, sessionIds: readonly string[], now: number) =>
  forEachBatch(sessionIds, (ids) =>
    db
      .insertInto('ended_identity_sessions')
      .values(ids.map((id) => ({ id, ended_at: now })))
      .onConflict((c) => c.column('id').doNothing())
      .execute(),
  );

export const hasSessionEnded = (trx: Trx, identitySession: string): Promise<boolean> =>
  hasRow(trx.selectFrom('ended_identity_sessions').select('id').where('id', '=', identitySession));

export const removeOldEndedSessions = (db: Db, before: number): Promise<void> =>
  deleteBefore(db, 'ended_identity_sessions', { key: 'id', column: 'ended_at', before });
