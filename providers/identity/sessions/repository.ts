import { compileOnce } from '#platform/database/compile-once.ts';
import { deleteBefore, inBatches } from '#platform/database/in-batches.ts';
import { hasRow } from '#platform/database/rows.ts';
import type { Db, RefreshTokenRow, SessionRow, Trx } from '../schema/tables.ts';

export const addSession = compileOnce(
  [
    ...(['id', 'account_id', 'sign_in_provider', 'second_factor', 'second_factor_id', 'auth_time'] as const),
    ...(['last_used_at', 'ended_at', 'browser', 'passkey_id', 'own_device'] as const),
  ],
  (db: Db, session: SessionRow) => db.insertInto('identity_session').values(session).returning('id'),
);

export function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom('identity_session').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Selects the account's sessions to end. */
export type SessionEnd = {
  accountId: string;
  now: number;
  /** Only this one. */
  only?: string | undefined;
  /** Only those started with this provider. */
  provider?: string;
  /** Only those on the device of this passkey. */
  passkeyId?: string;
  /** All except this one. */
  except?: string;
};

/** Ends sessions, and pending sign-ins unless `only` or `passkeyId` is set. Returns the ids of the sessions that were active. */
export async function markEnded(db: Db, ending: SessionEnd): Promise<string[]> {
  const { accountId, provider, passkeyId, only, except, now } = ending;
  if (only === undefined && passkeyId === undefined) {
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
    .$if(passkeyId !== undefined, (q) => q.where('passkey_id', '=', passkeyId ?? ''))
    .$if(only !== undefined, (q) => q.where('id', '=', only ?? ''))
    .$if(except !== undefined, (q) => q.where('id', '<>', except ?? ''))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns all stored sessions, including ended ones, newest first. */
export function listAllSessions(db: Db, accountId: string): Promise<SessionRow[]> {
  const sessions = db.selectFrom('identity_session').selectAll().where('account_id', '=', accountId);
  return sessions.orderBy('auth_time', 'desc').orderBy('id', 'desc').execute();
}

/** Returns the sessions that have not ended, most recently used first. They may be expired. */
export function listSessions(db: Db, accountId: string): Promise<SessionRow[]> {
  const sessions = db.selectFrom('identity_session').selectAll().where('account_id', '=', accountId);
  return sessions
    .where('ended_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends the sessions last used before this time; on a person's own device, before the other. */
export async function endIdleSessions(
  db: Db,
  { before, beforeOnOwnDevice, now }: { before: number; beforeOnOwnDevice: number; now: number },
): Promise<void> {
  const unused = db.selectFrom('identity_session').select('id').where('ended_at', 'is', null);
  const old = unused
    .where('last_used_at', '<=', before)
    .where((eb) =>
      eb.or([
        eb.and({ own_device: 0 }).and('passkey_id', 'is', null),
        eb('last_used_at', '<=', beforeOnOwnDevice),
      ]),
    );
  await inBatches(async (batchSize) => {
    const ended = db
      .updateTable('identity_session')
      .set({ ended_at: now })
      .where('id', 'in', old.limit(batchSize));
    return (await ended.returning('id').execute()).length;
  });
}

/** Call it when the sign-in method that started the session is removed. */
export async function changeSessionProvider(trx: Trx, id: string, provider: string): Promise<void> {
  const session = trx.updateTable('identity_session').set({ sign_in_provider: provider });
  await session.where('id', '=', id).execute();
}

/** Changes what extends the session's lifetime; returns false when the session has ended. */
export function setSessionDevice(
  db: Db,
  id: string,
  device: Partial<Pick<SessionRow, 'passkey_id' | 'own_device'>>,
): Promise<boolean> {
  const session = db.updateTable('identity_session').set(device).where('id', '=', id);
  return hasRow(session.where('ended_at', 'is', null).returning('id'));
}

/** Updates `last_used_at`; returns false when the session has ended. */
export function touchSession(trx: Trx, id: string, now: number): Promise<boolean> {
  const session = trx.updateTable('identity_session').set({ last_used_at: now }).where('id', '=', id);
  return hasRow(session.where('ended_at', 'is', null).returning('id'));
}

export function findRefreshToken(db: Db, hash: string): Promise<RefreshTokenRow | undefined> {
  return db.selectFrom('identity_refresh_token').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Stores the token; does nothing and returns no row when it is already stored. */
export const addRefreshToken = compileOnce(
  ['hash', 'session_id', 'predecessor', 'created_at', 'superseded_at'],
  (db: Db, token: RefreshTokenRow) =>
    db
      .insertInto('identity_refresh_token')
      .values(token)
      .onConflict((c) => c.column('hash').doNothing())
      .returning('hash'),
);

/** Marks a token whose successor was used: it stays valid for another minute. */
export async function markSuperseded(trx: Trx, hash: string, now: number): Promise<void> {
  const token = trx.updateTable('identity_refresh_token').set({ superseded_at: now });
  await token.where('hash', '=', hash).where('superseded_at', 'is', null).execute();
}

/** Removes superseded tokens. The newest token of a session is never superseded. */
export function removeOldRefreshTokens(db: Db, before: number): Promise<void> {
  return deleteBefore(db, 'identity_refresh_token', { key: 'hash', column: 'superseded_at', before });
}

/** Removes every session of a deleted account, with its tokens. */
export async function removeSessionsOf(db: Db, accountId: string): Promise<void> {
  const sessions = db.selectFrom('identity_session').select('id').where('account_id', '=', accountId);
  await removeSessions(db, (batchSize) => sessions.limit(batchSize).execute());
}

/** Removes sessions that ended before this time, with their tokens. */
export function removeEndedSessions(db: Db, before: number): Promise<void> {
  const ended = db.selectFrom('identity_session').select('id').where('ended_at', '<', before);
  return removeSessions(db, (batchSize) => ended.limit(batchSize).execute());
}

function removeSessions(db: Db, find: (batchSize: number) => Promise<{ id: string }[]>): Promise<void> {
  return inBatches(async (batchSize) => {
    const ids = (await find(batchSize)).map(({ id }) => id);
    if (ids.length > 0) await deleteSessions(db, ids);
    return ids.length;
  });
}

/** Deletes the tokens first: they are found by their session. */
async function deleteSessions(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('identity_refresh_token').where('session_id', 'in', ids).execute();
  await db.deleteFrom('identity_session').where('id', 'in', ids).execute();
}
