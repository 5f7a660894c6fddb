import type { Kysely, Transaction } from 'kysely';
import { inBatches, removeBefore } from '#platform/database/in-batches.ts';
import { keptQuery } from '#platform/database/kept-query.ts';
import type { IdentityTables, RefreshTokenTable, SessionTable } from '../schema/tables.ts';

type Db = Kysely<IdentityTables>;
type Trx = Transaction<IdentityTables>;

export const addingSession = keptQuery((db: Db, session: SessionTable) =>
  db.insertInto('identity_session').values(session).returning('id'),
);

export function findSession(db: Db, id: string): Promise<SessionTable | undefined> {
  return sessionNamed(db, { id }).executeTakeFirst();
}

const sessionNamed = keptQuery((db: Db, { id }: { id: string }) =>
  db.selectFrom('identity_session').selectAll().where('id', '=', id),
);

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
export const addingRefreshToken = keptQuery((db: Db, token: RefreshTokenTable) =>
  db
    .insertInto('identity_refresh_token')
    .values(token)
    .onConflict((c) => c.column('hash').doNothing())
    .returning('hash'),
);

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
export function removeOldRefreshTokens(db: Db, before: number): Promise<void> {
  return removeBefore(db, 'identity_refresh_token', { key: 'hash', column: 'superseded_at', before });
}

/** Sessions that ended long ago, and their tokens. */
export async function removeEndedSessions(db: Db, before: number): Promise<void> {
  await inBatches(async (most) => {
    const rows = await db
      .selectFrom('identity_session')
      .select('id')
      .where('ended_at', '<', before)
      .limit(most)
      .execute();
    if (rows.length === 0) return 0;
    const ended = rows.map(({ id }) => id);
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('identity_refresh_token').where('session_id', 'in', ended).execute();
      await trx.deleteFrom('identity_session').where('id', 'in', ended).execute();
    });
    return ended.length;
  });
}
