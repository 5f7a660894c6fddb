import type { SelectQueryBuilder } from 'kysely';
import { deleteBefore, inBatches } from '#platform/database/in-batches.ts';
import { hasRow } from '#platform/database/rows.ts';
import { columns } from '../schema/columns.ts';
import type { Db, IdentityTables, RefreshTokenRow, SessionRow, Trx } from '../schema/tables.ts';

export const addSession = (trx: Trx, session: SessionRow) =>
  trx.insertInto('identity_session').values(session).execute();

/** Selects the account's sessions to end. */
export type SessionEnd = {
  accountId: string;
  now: number;
  /** Only sessions with these values. */
  where?: Partial<Pick<SessionRow, 'id' | 'auth_time' | 'sign_in_provider'>>;
  /** Only sessions of this passkey's device, and sessions with this passkey as their second factor. */
  passkeyId?: string;
  /** All sessions except this one. */
  except?: string;
};

/**
 * Ends sessions. Also ends pending sign-ins, unless one session, passkey or sign-in is selected. Returns the
 * ids of the sessions that were active.
 */
export async function markSessionsEnded(db: Db, ending: SessionEnd): Promise<string[]> {
  const { accountId: account_id, where = {}, passkeyId, except = '', now } = ending;
  if (!('id' in where || passkeyId !== undefined || 'auth_time' in where)) {
    const deletion = db.deleteFrom('identity_pending_sign_in');
    await deletion.where((eb) => eb.and({ account_id, ...where })).execute();
  }
  const rows = await db
    .updateTable('identity_session')
    .set({ ended_at: now })
    .where((eb) => eb.and({ account_id, ...where }))
    .$if(passkeyId !== undefined, (sessions) =>
      sessions.where((eb) => eb.or({ passkey_id: passkeyId ?? null, second_factor_id: passkeyId ?? null })),
    )
    .where('ended_at', 'is', null)
    .where('id', '<>', except)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns all stored sessions, including ended ones, newest first. */
export const listAllSessions = (db: Db, accountId: string): Promise<SessionRow[]> =>
  sessionsOf(db, accountId).orderBy('auth_time', 'desc').orderBy('id', 'desc').execute();

/** Returns the sessions that have not ended, most recently used first. They may be expired. */
export function listSessions(db: Db, accountId: string): Promise<SessionRow[]> {
  const sessions = sessionsOf(db, accountId).where('ended_at', 'is', null);
  return sessions.orderBy('last_used_at', 'desc').orderBy('id', 'desc').execute();
}

const sessionsOf = (db: Db, accountId: string) =>
  db.selectFrom('identity_session').select(columns.identity_session).where('account_id', '=', accountId);

/** Ends the sessions last used before `before` or, on a person's own device, before `beforeOnOwnDevice`. */
export async function endIdleSessions(
  db: Db,
  { before, beforeOnOwnDevice, now }: { before: number; beforeOnOwnDevice: number; now: number },
): Promise<void> {
  const active = db.selectFrom('identity_session').select('id').where('ended_at', 'is', null);
  const idle = active
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
      .where('id', 'in', idle.limit(batchSize));
    return (await ended.returning('id').execute()).length;
  });
}

/** Changes an active session. Returns false when it has ended. */
export function updateSession(db: Db, id: string, changes: Partial<SessionRow>): Promise<boolean> {
  const update = db.updateTable('identity_session').set(changes).where('id', '=', id);
  return hasRow(update.where('ended_at', 'is', null).returning('id'));
}

/** Stores the token. Returns false when it is already stored. */
export const addRefreshToken = (trx: Trx, token: RefreshTokenRow): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('identity_refresh_token')
      .values(token)
      .onConflict((c) => c.column('hash').doNothing())
      .returning('hash'),
  );

/** Marks a token whose successor was used. The token stays valid for another minute. */
export async function markSuperseded(trx: Trx, hash: string, now: number): Promise<void> {
  const update = trx.updateTable('identity_refresh_token').set({ superseded_at: now });
  await update.where('hash', '=', hash).where('superseded_at', 'is', null).execute();
}

/** Removes tokens superseded before this time. The newest token of a session is never superseded. */
export function removeOldRefreshTokens(db: Db, before: number): Promise<void> {
  return deleteBefore(db, 'identity_refresh_token', { key: 'hash', column: 'superseded_at', before });
}

/** Removes every session of a deleted account, with its tokens. */
export const removeAccountSessions = (db: Db, accountId: string): Promise<void> =>
  removeSessions(db, (sessions) => sessions.where('account_id', '=', accountId));

/** Removes sessions that ended before this time, with their tokens. */
export const removeEndedSessions = (db: Db, before: number): Promise<void> =>
  removeSessions(db, (sessions) => sessions.where('ended_at', '<', before));

type SessionIds = SelectQueryBuilder<IdentityTables, 'identity_session', { id: string }>;

function removeSessions(db: Db, select: (sessions: SessionIds) => SessionIds): Promise<void> {
  const selected = select(db.selectFrom('identity_session').select('id'));
  return inBatches(async (batchSize) => {
    const ids = (await selected.limit(batchSize).execute()).map(({ id }) => id);
    if (ids.length === 0) return 0;
    // Delete the tokens first: they are found by their session.
    await db.deleteFrom('identity_refresh_token').where('session_id', 'in', ids).execute();
    await db.deleteFrom('identity_session').where('id', 'in', ids).execute();
    return ids.length;
  });
}
