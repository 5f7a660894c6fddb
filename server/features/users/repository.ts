import type { Kysely, Transaction } from 'kysely';
import type { Viewer } from '#server/http/viewer.ts';
import type { Tables } from '#server/schema/tables.ts';

export type NewSession = { id: string; userId: string; createdAt: number; expiresAt: number };

/** Creates the user or brings the email up to date; says which. */
export async function upsertUser(
  trx: Transaction<Tables>,
  user: { id: string; email: string; now: number },
): Promise<{ created: boolean; changed: boolean }> {
  const created = await trx
    .insertInto('users')
    .values({ id: user.id, email: user.email, created_at: user.now })
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (created) return { created: true, changed: false };
  const changed = await trx
    .updateTable('users')
    .set({ email: user.email })
    .where('id', '=', user.id)
    .where('email', '<>', user.email)
    .returning('id')
    .executeTakeFirst();
  return { created: false, changed: changed !== undefined };
}

/** Holds the user's row until the transaction ends; false when the account is gone. */
export async function holdUser(trx: Transaction<Tables>, viewer: Viewer): Promise<boolean> {
  const held = await trx
    .updateTable('users')
    .set((e) => ({ email: e.ref('email') }))
    .where('id', '=', viewer.userId)
    .returning('id')
    .executeTakeFirst();
  return held !== undefined;
}

export async function addSession(trx: Transaction<Tables>, session: NewSession): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      revoked_at: null,
    })
    .execute();
}

/** The member behind a session that is neither revoked nor gone. */
export async function findViewer(db: Kysely<Tables>, sessionId: string): Promise<Viewer | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .executeTakeFirst();
  return row && { userId: row.id, email: row.email, sessionId };
}

export async function revokeSession(db: Kysely<Tables>, viewer: Viewer, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', viewer.sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function countUsers(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function readUser(db: Kysely<Tables>, viewer: Viewer) {
  return db.selectFrom('users').selectAll().where('id', '=', viewer.userId).executeTakeFirst();
}

export async function listSessions(db: Kysely<Tables>, viewer: Viewer) {
  return db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', viewer.userId)
    .orderBy('created_at')
    .execute();
}

/** The user row and everything that hangs on it alone; appointments and photos are their features' own. */
export async function removeUser(trx: Transaction<Tables>, viewer: Viewer): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', viewer.userId).execute();
  await trx.deleteFrom('idempotency_keys').where('user_id', '=', viewer.userId).execute();
  await trx.deleteFrom('users').where('id', '=', viewer.userId).execute();
}

/** Sessions that ended more than a day ago say nothing any more. */
export async function removeEndedSessions(db: Kysely<Tables>, endedBefore: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', endedBefore).execute();
}
