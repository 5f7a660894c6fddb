import type { Language } from '#contract/languages.ts';
import type { Database } from '#platform/database/open.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import { type Clock, minutes } from '#platform/time.ts';
import type { Db, Tables, Trx } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { IdentityService, IdTokenClaims } from '#server/integrations/identity.ts';
import type { AccessTokens } from './access-tokens.ts';
import { hasEnded, isRejected, recordEnded, rejectTokens } from './rejected-tokens-repository.ts';
import {
  addSession,
  findSignIn,
  lockUserQuery,
  readUser,
  removeUser,
  revokeSessions,
  setEmailVerified,
  upsertUser,
} from './repository.ts';

type SignIn = {
  db: Db;
  clock: Clock;
  tokens: AccessTokens;
  identity: Pick<IdentityService, 'isSessionActive'>;
};

/**
 * Gives whom the identity provider vouches for an access token that lives no longer than the identity token.
 * @throws AppError no-email (422), not-yours (403), credentials-refused (403: from before the account went or was
 *   locked, or of an identity session that has ended), unavailable (503)
 */
export async function registerUser(
  { db, clock, tokens, identity }: SignIn,
  person: IdTokenClaims,
  { email, language }: { email: string; language?: Language },
) {
  if (!person.email) throw new AppError('no-email');
  if (person.email !== email.toLowerCase()) throw new AppError('not-yours');
  if (!(await identity.isSessionActive({ userId: person.id, sessionId: person.sessionId })))
    throw new AppError('credentials-refused');

  const now = clock();
  const { sessionId: identitySession = null, authTime = null, expiresAt } = person;
  const session = {
    id: newId(),
    user_id: person.id,
    created_at: now,
    expires_at: expiresAt,
    revoked_at: null,
    identity_session: identitySession,
    auth_time: authTime,
  };
  const { id, issuedAt, emailVerified = false } = person;
  const user = { id, email: person.email, emailVerified, issuedAt, now, language };
  const { created, changed } = await inTransaction(db, async (trx) => {
    await addSession(trx, session);
    const upserted = await upsertUser(trx, user);
    // Afterwards: a farewell that is under way has come to its end by now.
    if (await isRejected(trx, person)) throw new AppError('credentials-refused');
    if (identitySession !== null && (await hasEnded(trx, identitySession)))
      throw new AppError('credentials-refused');
    return upserted;
  });
  return {
    token: await tokens.issue({ id: session.id, userId: person.id, expiresAt }),
    result: {
      acknowledged: true,
      matchedCount: created ? 0 : 1,
      modifiedCount: changed ? 1 : 0,
      ...(created && { upsertedId: person.id }),
    },
  };
}

export type EmailConfirmationDeps = {
  db: Db;
  clock: Clock;
  identity: Pick<IdentityService, 'describeAccount'>;
};

/**
 * Whether `email` is the user's address and confirmed. While the user's row says no, it asks the identity provider: the
 * link may have been opened where nobody is signed in. A hosted provider cannot be asked; its next ID token tells.
 * @throws AppError unavailable (503)
 */
export async function isEmailConfirmed(
  { db, clock, identity }: EmailConfirmationDeps,
  { userId, email }: Pick<Viewer, 'userId' | 'email'>,
): Promise<boolean> {
  const user = await readUser(db, { userId });
  if (user?.email !== email) return false;
  if (user.email_verified_at !== null) return true;
  const account = await identity.describeAccount(userId);
  if (account?.emailVerified !== true || account.email?.toLowerCase() !== email) return false;
  await setEmailVerified(db, { id: userId, email, at: clock() });
  return true;
}

/**
 * The identity provider says that sessions there have ended: what they opened here closes at once.
 * @throws AppError not-signed-in (401), credentials-refused (403: not the provider's own word)
 */
export async function endIdentitySessions(
  { db, clock, identity }: { db: Db; clock: Clock; identity: Pick<IdentityService, 'readEnded'> },
  logoutToken: string,
): Promise<void> {
  const sessionIds = await identity.readEnded(logoutToken);
  if (sessionIds.length > 0) await recordEnded(db, sessionIds, clock());
}

/** As the identity provider has it. */
const RECENT_MS = minutes(5);

/**
 * Whoever finds or steals a session must neither delete the account nor take all its data away. Asks the identity
 * provider, whose notice of an ended session may still be on its way.
 * @throws AppError recent-sign-in-needed (409), credentials-refused (403), unavailable (503)
 */
export async function requireRecentSignIn(
  { db, clock, identity }: { db: Db; clock: Clock; identity: Pick<IdentityService, 'isSessionActive'> },
  viewer: Viewer,
): Promise<void> {
  const { auth_time: authTime, identity_session: sessionId } = (await findSignIn(db, viewer)) ?? {};
  if (!authTime || authTime < clock() - RECENT_MS) throw new AppError('recent-sign-in-needed');
  if (!(await identity.isSessionActive({ userId: viewer.userId, sessionId: sessionId ?? undefined })))
    throw new AppError('credentials-refused');
}

/**
 * To be called before a person's data is added: the account may have gone while the request was on its way, and
 * what comes after its farewell would stay for ever.
 * @throws AppError credentials-refused (403)
 */
export async function requireUser(trx: Trx, viewer: Viewer): Promise<void> {
  if (!(await lockMember(trx, viewer).executeTakeFirst())) throw new AppError('credentials-refused');
}

/** The same as a statement that gives no row when the account is gone, for `allOrNone`. */
export const lockMember = lockUserQuery;

/** From now on neither an access token nor an identity token from before opens anything. */
export async function revokeAccess(database: Database, userId: string, now: number): Promise<void> {
  await inTransaction(database.withTables<Tables>(), async (trx) => {
    await rejectTokens(trx, { userId, madeUntil: now });
    await revokeSessions(trx, { userId }, now);
  });
}

/** What another feature does when an account goes: inside the transaction that removes the user. */
export type DeletionHook = (trx: Trx, viewer: Viewer) => Promise<void>;

/** Removes the person's data in one transaction, then the identity account; if that fails, the outbox does it. */
export async function deleteUser(
  {
    db,
    clock,
    outbox,
    identity,
  }: { db: Db; clock: Clock; outbox: Outbox; identity: Pick<IdentityService, 'removeAccount'> },
  viewer: Viewer,
  deletionHooks: readonly DeletionHook[],
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requireUser(trx, viewer);
    for (const deletionHook of deletionHooks) await deletionHook(trx, viewer);
    await removeUser(trx, viewer, clock());
    await outbox.add(trx, 'remove-identity', { userId: viewer.userId });
  });
  await identity.removeAccount(viewer.userId).catch(() => {});
}
