import type { Kysely, Transaction } from 'kysely';
import type { IdentityTables, RefreshTokenTable, SessionTable } from '../schema/tables.ts';

type Db = Kysely<IdentityTables>;
type Trx = Transaction<IdentityTables>;

export async function addSession(trx: Trx, session: SessionTable): Promise<void> {
  await trx.insertInto('identity_session').values(session).execute();
}

export function findSession(db: Db, id: string): Promise<SessionTable | undefined> {
  return db.selectFrom('identity_session').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function endSession(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('identity_session')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Those half begun too. */
export async function endSessionsOf(db: Db, accountId: string, now: number): Promise<void> {
  await db.deleteFrom('identity_pending_sign_in').where('account_id', '=', accountId).execute();
  await db
    .updateTable('identity_session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the account's sessions that began by that way in, half begun ones too, but for one. */
export async function endOtherSessionsBy(
  trx: Trx,
  { accountId, provider, except, now }: { accountId: string; provider: string; except: string; now: number },
): Promise<void> {
  await trx
    .deleteFrom('identity_pending_sign_in')
    .where('account_id', '=', accountId)
    .where('sign_in_provider', '=', provider)
    .execute();
  await trx
    .updateTable('identity_session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('sign_in_provider', '=', provider)
    .where('id', '<>', except)
    .where('ended_at', 'is', null)
    .execute();
}

/** The way in by which it began is gone: from now on it goes by another. */
export async function renameSession(trx: Trx, id: string, provider: string): Promise<void> {
  await trx
    .updateTable('identity_session')
    .set({ sign_in_provider: provider })
    .where('id', '=', id)
    .execute();
}

/** False when the session has ended. */
export async function touchSession(trx: Trx, id: string, now: number): Promise<boolean> {
  const row = await trx
    .updateTable('identity_session')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findRefreshToken(db: Db, hash: string): Promise<RefreshTokenTable | undefined> {
  return db.selectFrom('identity_refresh_token').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** The same token added twice is one token. */
export async function addRefreshToken(trx: Trx, token: RefreshTokenTable): Promise<void> {
  await trx
    .insertInto('identity_refresh_token')
    .values(token)
    .onConflict((c) => c.column('hash').doNothing())
    .execute();
}

/** From its successor's first use a token has a minute left. */
export async function supersede(trx: Trx, hash: string, now: number): Promise<void> {
  await trx
    .updateTable('identity_refresh_token')
    .set({ superseded_at: now })
    .where('hash', '=', hash)
    .where('superseded_at', 'is', null)
    .execute();
}

/** Tokens long superseded; the newest of a session is never one of them. */
export async function removeOldRefreshTokens(db: Db, before: number): Promise<void> {
  await db.deleteFrom('identity_refresh_token').where('superseded_at', '<', before).execute();
}

/** Sessions that ended long ago, and their tokens. */
export async function removeEndedSessions(db: Db, before: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = trx.selectFrom('identity_session').select('id').where('ended_at', '<', before);
    await trx.deleteFrom('identity_refresh_token').where('session_id', 'in', ended).execute();
    await trx.deleteFrom('identity_session').where('ended_at', '<', before).execute();
  });
}
