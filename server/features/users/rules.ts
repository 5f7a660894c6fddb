import type { Language } from '#contract/languages.ts';
import { inTransaction, retryWhile } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { minutes } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import type { IdentityService, IdTokenClaims } from '#server/integrations/identity.ts';
import { hasSessionEnded, isTokenRejected } from './rejected-tokens-repository.ts';
import { addSession, findSignIn, lockUser, removeUser, upsertUser } from './repository.ts';

/** A sign-in that was stored. `created`: the user is new. */
type SignIn = { sessionId: string; created: boolean; changed: boolean };

/**
 * Stores the session of an ID token, and its user.
 * @throws AppError no-email (422), not-yours (403), unavailable (503), credentials-refused (403: issued
 * before the account was deleted, or its identity session has ended)
 */
export async function registerUser(
  {
    db,
    clock,
    identity,
  }: Pick<Core, 'db' | 'clock'> & { identity: Pick<IdentityService, 'findActiveSession'> },
  person: IdTokenClaims,
  { email, language }: { email: string; language?: Language },
): Promise<SignIn> {
  if (!person.email) throw new AppError('no-email');
  if (person.email !== email.toLowerCase()) throw new AppError('not-yours');
  const active = await identity.findActiveSession({ userId: person.id, sessionId: person.sessionId });
  if (!active) throw new AppError('credentials-refused');

  const now = clock();
  const { sessionId: identitySession = null, authTime = null, secondFactor = null, expiresAt } = person;
  const session = {
    id: newId(),
    user_id: person.id,
    created_at: now,
    expires_at: expiresAt,
    revoked_at: null,
    identity_session: identitySession,
    // Prefer the identity service's time, in ms, because tokens contain seconds, and two sign-ins in the same
    // second must not share a shift.
    auth_time: active.signedInAt ?? authTime,
    second_factor: secondFactor,
  };
  const { id, issuedAt, emailVerified = false } = person;
  const user = { id, email: person.email, emailVerified, issuedAt, now, language };
  const store = () =>
    inTransaction(db, async (trx) => {
      await addSession(trx, session);
      const upserted = await upsertUser(trx, user);
      // Check after the upsert, which waits for a concurrent account deletion.
      if (await isTokenRejected(trx, person)) throw new AppError('credentials-refused');
      if (identitySession !== null && (await hasSessionEnded(trx, identitySession)))
        throw new AppError('credentials-refused');
      return upserted;
    });
  const { created, changed } = await retryWhile(store, isAddressTaken);
  return { sessionId: session.id, created, changed };
}

/**
 * Returns whether PostgreSQL reports a violated unique key, because another user has just stored the address.
 * SQLite needs no retry, because its writes never overlap.
 */
const isAddressTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505';

export {
  type AddressDeps,
  chooseLanguage,
  findAddress,
  findMember,
  findRecipient,
  listAddresses,
  listConfirmedMembers,
  listReachableMembers,
  readLanguage,
  selectConfirmedMembers,
} from './addresses.ts';
/** Rejects the access tokens that were issued for these sessions of the identity provider. */
export { recordEndedSessions as endIdentitySessions } from './rejected-tokens-repository.ts';
export {
  findSignIn,
  listExistingUsers,
  listIdsByEmail,
  listSessions,
  readUser,
  revokeSessions,
} from './repository.ts';

/** Maximum age of a recent sign-in. The identity provider has the same limit. */
const RECENT_MS = minutes(5);

/**
 * Requires a sign-in within the last five minutes, so that a stolen session can neither delete the account
 * nor export its data. Queries the identity provider, because an administrator may have disabled the account.
 * @throws AppError recent-sign-in-needed (409), credentials-refused (403), unavailable (503)
 */
export async function requireRecentSignIn(
  { db, clock, identity }: Pick<Core, 'db' | 'clock' | 'identity'>,
  viewer: Viewer,
): Promise<void> {
  const { auth_time: authTime, identity_session: sessionId } = (await findSignIn(db, viewer)) ?? {};
  if (!authTime || authTime < clock() - RECENT_MS) throw new AppError('recent-sign-in-needed');
  if (!(await identity.findActiveSession({ userId: viewer.userId, sessionId: sessionId ?? undefined })))
    throw new AppError('credentials-refused');
}

/**
 * Call before adding a member's data, because the account may have been deleted since the request was
 * authenticated, and later data would never be deleted.
 * @throws AppError credentials-refused (403)
 */
export async function requireUser(trx: Trx, viewer: Owner): Promise<void> {
  if (!(await lockMember(trx, viewer))) throw new AppError('credentials-refused');
}

/** Locks the member until the transaction ends. Returns false if the account is gone. */
export const lockMember = lockUser;

/** Deletes the member's data in one transaction, then the identity account, which the outbox retries. */
export async function deleteUser(
  {
    db,
    clock,
    outbox,
    identity,
  }: Pick<Core, 'db' | 'clock' | 'outbox'> & { identity: Pick<IdentityService, 'removeAccount'> },
  viewer: Viewer,
  eraseData: (trx: Trx) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requireUser(trx, viewer);
    await eraseData(trx);
    await removeUser(trx, viewer, clock());
    await outbox.add(trx, 'remove-identity', { userId: viewer.userId });
  });
  await identity.removeAccount(viewer.userId).catch(() => {});
}
