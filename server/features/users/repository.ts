import type { Language } from '#contract/languages.ts';
import { deleteBefore, forEachBatch } from '#platform/database/in-batches.ts';
import { countRows, hasRow } from '#platform/database/rows.ts';
import { type Db, type SessionRow, type Trx, userColumns } from '#server/db/tables.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import type { AccountAddress } from '#server/integrations/identity-accounts.ts';
import { rejectTokens } from './rejected-tokens-repository.ts';

export type UserUpsert = {
  id: string;
  email: string;
  /** The verification of the address according to the ID token, and the token's time of issue in ms. */
  emailVerified: boolean;
  issuedAt: number;
  now: number;
  language?: Language;
};

/**
 * Creates the user, or updates email and language. Only a new email counts as a change. Removes the address
 * from any other user. Violates the unique index if another user gets the address at the same time.
 */
export async function upsertUser(
  trx: Trx,
  user: UserUpsert,
): Promise<{ created: boolean; changed: boolean }> {
  const { id, email, language } = user;
  await trx
    .updateTable('users')
    .set({ email: '', email_verified_at: null })
    .where('email', '=', email)
    .where('id', '<>', id)
    .execute();
  const emailVerifiedAt = user.emailVerified ? user.issuedAt : null;
  const created = await hasRow(
    trx
      .insertInto('users')
      .values({
        id,
        email,
        created_at: user.now,
        language: language ?? null,
        reminders_stopped_at: null,
        email_verified_at: emailVerifiedAt,
      })
      .onConflict((c) => c.column('id').doNothing())
      .returning('id'),
  );
  if (created) return { created, changed: false };
  const update = trx.updateTable('users').where('id', '=', id);
  if (language)
    await update
      .set({ language })
      .where((e) => e.or([e('language', 'is', null), e('language', '<>', language)]))
      .execute();
  const changed = await hasRow(
    update.set({ email, email_verified_at: emailVerifiedAt }).where('email', '<>', email).returning('id'),
  );
  if (!changed && user.emailVerified) await setEmailVerified(trx, { id, email, at: user.issuedAt });
  // Ignore a token older than the verification, which another device may still hold.
  else if (!changed)
    await update.set({ email_verified_at: null }).where('email_verified_at', '<', user.issuedAt).execute();
  return { created, changed };
}

/**
 * Records that the address is verified. Does nothing if that is already recorded or the user has another
 * address.
 */
const setEmailVerified = (db: Db, { id, email, at }: { id: string; email: string; at: number }) =>
  db
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .execute();

/** Returns the language of the member's emails, or English if unknown. */
export const getLanguage = async (db: Db, userId: string): Promise<Language> =>
  (await readUser(db, { userId }))?.language ?? 'en';

/** Locks the user's row until the transaction ends. Returns false if the account is gone. */
export const lockUser = (trx: Trx, { userId }: Owner): Promise<boolean> =>
  hasRow(trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate());

export const addSession = (trx: Trx, session: SessionRow) =>
  trx.insertInto('sessions').values(session).execute();

/** Finds the member of a session that is not revoked and whose identity session has not ended. */
export async function findViewer(db: Db, sessionId: string): Promise<Viewer | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ended_identity_sessions')
            .select('ended_identity_sessions.id')
            .whereRef('ended_identity_sessions.id', '=', 'sessions.identity_session'),
        ),
      ),
    )
    .executeTakeFirst();
  return row && { userId: row.id, email: row.email, sessionId };
}

/**
 * Returns the time (in ms) and second factor of the session's last authentication, and the id of its identity
 * session.
 */
export const findSignIn = (db: Db, { sessionId }: Viewer) =>
  db
    .selectFrom('sessions')
    .select(['auth_time', 'identity_session', 'second_factor'])
    .where('id', '=', sessionId)
    .executeTakeFirst();

/** Revokes the session `sessionId`, or all of the member's sessions if it is absent. */
export const revokeSessions = (db: Db, { userId, sessionId }: Owner & { sessionId?: string }, now: number) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .$if(sessionId !== undefined, (q) => q.where('id', '=', sessionId ?? ''))
    .where('revoked_at', 'is', null)
    .execute();

/** Returns the accounts with these ids that exist. */
export const listExistingUsers = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('users').select(['id', 'email']).where('id', 'in', userIds).execute();

export const countUsers = (db: Db): Promise<number> => countRows(db.selectFrom('users'));

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst();

/** Returns the ids of the users who had one of these addresses, in lower case, at their last sign-in. */
export async function listIdsByEmail(db: Db, emails: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await forEachBatch(emails, async (batch) => {
    const users = db.selectFrom('users').select('id').where('email', 'in', batch).where('email', '<>', '');
    found.push(...(await users.execute()).map(({ id }) => id));
  });
  return found;
}

/** Returns the addresses that the users had at their last sign-in, keyed by id. */
export async function listStoredEmails(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, AccountAddress>> {
  const found = new Map<string, AccountAddress>();
  await forEachBatch(userIds, async (ids) => {
    const users = db.selectFrom('users').select(['id', 'email', 'email_verified_at']).where('id', 'in', ids);
    for (const { id, email, email_verified_at } of await users.execute())
      found.set(id, { email, isConfirmed: email_verified_at !== null });
  });
  return found;
}

/** Returns a query of the ids of the users whose address the latest ID token reported as verified. */
export const selectStoredConfirmed = (db: Db) =>
  db.selectFrom('users').select('id').where('email_verified_at', 'is not', null);

export const readUser = (db: Db, { userId }: Owner) =>
  db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirst();

export const listSessions = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', viewer.userId)
    .orderBy('created_at')
    .execute();

/** Deletes the user with sessions and idempotency keys. Features delete their own tables. */
export async function removeUser(trx: Trx, { userId }: Viewer, now: number): Promise<void> {
  await rejectTokens(trx, { userId, issuedUntil: now });
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await trx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
  await trx.deleteFrom('users').where('id', '=', userId).execute();
}

/** Deletes the sessions that expired before `endedBefore` (ms). */
export const removeEndedSessions = (db: Db, endedBefore: number): Promise<void> =>
  deleteBefore(db, 'sessions', { key: 'id', column: 'expires_at', before: endedBefore });
