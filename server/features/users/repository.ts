import type { Language } from '#contract/languages.ts';
import { removeBefore } from '#platform/database/in-batches.ts';
import { keptQuery } from '#platform/database/kept-query.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import type { Db, Trx } from '#server/schema/tables.ts';
import { refuseTokens } from './refused-tokens-repository.ts';

export type NewSession = {
  id: string;
  userId: string;
  createdAt: number;
  expiresAt: number;
  identitySession: string | null;
  authTime: number | null;
};

export type SignedInUser = {
  id: string;
  email: string;
  /** What the ID token says of the address, and when that was issued, in ms. */
  emailVerified: boolean;
  issuedAt: number;
  now: number;
  language?: Language;
};

/** Creates the user or brings email and language up to date; says which. Only the email counts as a change. */
export async function upsertUser(
  trx: Trx,
  user: SignedInUser,
): Promise<{ created: boolean; changed: boolean }> {
  const emailVerifiedAt = user.emailVerified ? user.issuedAt : null;
  const created = await trx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      created_at: user.now,
      language: user.language ?? null,
      reminders_stopped_at: null,
      email_verified_at: emailVerifiedAt,
    })
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (created) return { created: true, changed: false };
  if (user.language) await rememberLanguage(trx, user.id, user.language);
  const changed = await trx
    .updateTable('users')
    .set({ email: user.email, email_verified_at: emailVerifiedAt })
    .where('id', '=', user.id)
    .where('email', '<>', user.email)
    .returning('id')
    .executeTakeFirst();
  if (!changed) await updateEmailVerified(trx, user);
  return { created: false, changed: changed !== undefined };
}

/** Ignores a token from before the address was confirmed: another device may still hold one. */
async function updateEmailVerified(
  trx: Trx,
  { id, email, emailVerified, issuedAt }: SignedInUser,
): Promise<void> {
  if (emailVerified) return setEmailVerified(trx, { id, email, at: issuedAt });
  await trx
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('id', '=', id)
    .where('email_verified_at', '<', issuedAt)
    .execute();
}

/** Records that this address of the user is confirmed; does nothing when that is known, or the user has another one. */
export async function setEmailVerified(
  db: Db,
  { id, email, at }: { id: string; email: string; at: number },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .execute();
}

async function rememberLanguage(trx: Trx, userId: string, language: Language): Promise<void> {
  await trx
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where((e) => e.or([e('language', 'is', null), e('language', '<>', language)]))
    .execute();
}

/** What that person reads mails in; English where nobody knows. */
export async function languageOf(db: Db, userId: string): Promise<Language> {
  const row = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  return row?.language ?? 'en';
}

/** Holds the user's row until the transaction ends; no row when the account is gone. */
export const holdingUser = (db: Db, { userId }: Viewer) => userHeld(db, { userId });

const userHeld = keptQuery(['userId'], (db: Db, { userId }: Owner) =>
  db.selectFrom('users').select('id').where('id', '=', userId).forUpdate(),
);

export async function addSession(trx: Trx, session: NewSession): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      revoked_at: null,
      identity_session: session.identitySession,
      auth_time: session.authTime,
    })
    .execute();
}

/** The member behind a session that is neither revoked nor gone, nor has ended at the identity provider. */
export async function findViewer(db: Db, sessionId: string): Promise<Viewer | undefined> {
  const row = await memberBehind(db, { sessionId }).executeTakeFirst();
  return (
    row && { userId: row.id, email: row.email, sessionId, emailVerified: row.email_verified_at !== null }
  );
}

const memberBehind = keptQuery(['sessionId'], (db: Db, { sessionId }: { sessionId: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.email_verified_at'])
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
    ),
);

/** When the person of the session last proved who they are, in ms, and their session at the identity provider. */
export async function findSignIn(db: Db, { sessionId }: Viewer) {
  const row = await db
    .selectFrom('sessions')
    .select(['auth_time', 'identity_session'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return { authTime: row?.auth_time ?? undefined, identitySession: row?.identity_session ?? undefined };
}

export async function revokeSession(db: Db, viewer: Viewer, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', viewer.sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function revokeSessionsOf(trx: Trx, userId: string, now: number): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function readUser(db: Db, viewer: Owner) {
  return db.selectFrom('users').selectAll().where('id', '=', viewer.userId).executeTakeFirst();
}

export async function listSessions(db: Db, viewer: Viewer) {
  return db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', viewer.userId)
    .orderBy('created_at')
    .execute();
}

/** The user row and everything that hangs on it alone; appointments and photos are their features' own. */
export async function removeUser(trx: Trx, viewer: Viewer, now: number): Promise<void> {
  await refuseTokens(trx, { userId: viewer.userId, madeUntil: now });
  await trx.deleteFrom('sessions').where('user_id', '=', viewer.userId).execute();
  await trx.deleteFrom('idempotency_keys').where('user_id', '=', viewer.userId).execute();
  await trx.deleteFrom('users').where('id', '=', viewer.userId).execute();
}

/** Sessions that ended more than a day ago say nothing any more. */
export function removeEndedSessions(db: Db, endedBefore: number): Promise<void> {
  return removeBefore(db, 'sessions', { key: 'id', column: 'expires_at', before: endedBefore });
}
