import { deleteBefore, inBatches } from '#platform/database/in-batches.ts';
import { hasRow } from '#platform/database/rows.ts';
import type { Db, RefreshTokenTable, SessionTable, Trx } from '../schema/tables.ts';

export async function addSession(trx: Trx, session: SessionTable): Promise<void> {
  await trx.insertInto('identity_session').values(session).execute();
}

export function findSession(db: Db, id: string): Promise<SessionTable | undefined> {
  return db.selectFrom('identity_session').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Which of the account's sessions end. */
export type SessionEnd = {
  accountId: string;
  now: number;
  /** This one alone. */
  only?: string | undefined;
  /** Begun by that way in. */
  provider?: string;
  /** All but this one. */
  except?: string;
};

/** Half begun ones go with them, unless it is about one alone. Gives the ids of those that had not ended yet. */
export async function markEnded(db: Db, ending: SessionEnd): Promise<string[]> {
  const { accountId, provider, only, except, now } = ending;
  if (only === undefined) {
    await db
      .deleteFrom('identity_pending_sign_in')
      .where('account_id', '=', accountId)
      .$if(provider !== undefined, (q) => q.where('sign_in_provider', '=', provider ?? ''))
      .execute();
  }
  const rows = await db
    .updateTable('identity_session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(provider !== undefined, (q) => q.where('sign_in_provider', '=', provider ?? ''))
    .$if(only !== undefined, (q) => q.where('id', '=', only ?? ''))
    .$if(except !== undefined, (q) => q.where('id', '<>', except ?? ''))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest first, ended ones too as long as they are stored. */
export function listAllSessions(db: Db, accountId: string): Promise<SessionTable[]> {
  const sessions = db.selectFrom('identity_session').selectAll().where('account_id', '=', accountId);
  return sessions.orderBy('auth_time', 'desc').orderBy('id', 'desc').execute();
}

/** Active ones, the one used last first. */
export function listSessions(
  db: Db,
  { accountId, startedAfter, usedAfter }: { accountId: string; startedAfter: number; usedAfter: number },
): Promise<SessionTable[]> {
  const sessions = db.selectFrom('identity_session').selectAll().where('account_id', '=', accountId);
  return sessions
    .where('ended_at', 'is', null)
    .where('auth_time', '>', startedAfter)
    .where('last_used_at', '>', usedAfter)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends what nobody has used since. */
export async function endIdleSessions(
  db: Db,
  { before, now }: { before: number; now: number },
): Promise<void> {
  const unused = db.selectFrom('identity_session').select('id').where('ended_at', 'is', null);
  const old = unused.where('last_used_at', '<=', before);
  await inBatches(async (most) => {
    const ended = db
      .updateTable('identity_session')
      .set({ ended_at: now })
      .where('id', 'in', old.limit(most));
    return (await ended.returning('id').execute()).length;
  });
}

/** To be called when the sign-in method by which it began is removed. */
export async function changeSessionProvider(trx: Trx, id: string, provider: string): Promise<void> {
  const session = trx.updateTable('identity_session').set({ sign_in_provider: provider });
  await session.where('id', '=', id).execute();
}

/** False when the session has ended. */
export function touchSession(trx: Trx, id: string, now: number): Promise<boolean> {
  const session = trx.updateTable('identity_session').set({ last_used_at: now }).where('id', '=', id);
  return hasRow(session.where('ended_at', 'is', null).returning('id'));
}

export function findRefreshToken(db: Db, hash: string): Promise<RefreshTokenTable | undefined> {
  return db.selectFrom('identity_refresh_token').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** The same token added twice is one token. */
export async function addRefreshToken(trx: Trx, token: RefreshTokenTable): Promise<void> {
  const added = trx.insertInto('identity_refresh_token').values(token);
  await added.onConflict((c) => c.column('hash').doNothing()).execute();
}

/** From its successor's first use a token has a minute left. */
export async function markSuperseded(trx: Trx, hash: string, now: number): Promise<void> {
  const token = trx.updateTable('identity_refresh_token').set({ superseded_at: now });
  await token.where('hash', '=', hash).where('superseded_at', 'is', null).execute();
}

/** Tokens long superseded; the newest of a session is never one of them. */
export function removeOldRefreshTokens(db: Db, before: number): Promise<void> {
  return deleteBefore(db, 'identity_refresh_token', { key: 'hash', column: 'superseded_at', before });
}

/** Every session of a deleted account, and their tokens. */
export async function removeSessionsOf(db: Db, accountId: string): Promise<void> {
  const of = db.selectFrom('identity_session').select('id').where('account_id', '=', accountId);
  await removeSessions(db, (most) => of.limit(most).execute());
}

/** Sessions that ended long ago, and their tokens. */
export function removeEndedSessions(db: Db, before: number): Promise<void> {
  const ended = db.selectFrom('identity_session').select('id').where('ended_at', '<', before);
  return removeSessions(db, (most) => ended.limit(most).execute());
}

function removeSessions(db: Db, find: (most: number) => Promise<{ id: string }[]>): Promise<void> {
  return inBatches(async (most) => {
    const ids = (await find(most)).map(({ id }) => id);
    if (ids.length > 0) await deleteSessions(db, ids);
    return ids.length;
  });
}

/** Tokens first: one without its session could not be found by it any more. */
async function deleteSessions(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('identity_refresh_token').where('session_id', 'in', ids).execute();
  await db.deleteFrom('identity_session').where('id', 'in', ids).execute();
}
