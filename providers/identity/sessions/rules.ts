import { describeBrowser } from '#platform/http/describe-browser.ts';
import { newId } from '#platform/ids.ts';
import { getContext } from '#platform/observability/request-context.ts';
import { minutes } from '#platform/time.ts';
import type { Account } from '../accounts/account.ts';
import { findAccount } from '../accounts/repository.ts';
import { identityError } from '../http/errors.ts';
import { findRow } from '../schema/repository.ts';
import type { FactorKind, SessionRow, Trx } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { signIdToken, TTL_SECONDS, verifyIdToken } from './id-tokens.ts';
import { isExpired } from './lifetime.ts';
import { createTokenRow, newRefreshToken } from './refresh-tokens.ts';
import {
  addRefreshToken,
  addSession,
  markSessionsEnded,
  type SessionEnd,
  updateSession,
} from './repository.ts';

const RECENT_SIGN_IN_MS = minutes(5);

/** Columns that extend the lifetime of a session. */
type SessionDevice = Pick<SessionRow, 'passkey_id' | 'own_device'>;

type SecondFactor = { kind: FactorKind; id: string } | undefined;

/**
 * A session to start. `provider`: `sign_in_provider` in tokens (password, google.com, phone, passkey,
 * anonymous).
 */
type NewSession = {
  accountId: string;
  provider: string;
  secondFactor?: SecondFactor;
  device?: SessionDevice;
  byEmailLink?: boolean;
  authTime: number;
  now: number;
};
export type StartedSession = { session: SessionRow; refreshToken: string };
/** The account and active session of an ID token. */
export type Caller = { account: Account; session: SessionRow };

/** Starts a session with its first refresh token. */
export async function startSession(trx: Trx, options: NewSession): Promise<StartedSession> {
  const { accountId, provider, secondFactor, device, byEmailLink = false, authTime, now } = options;
  const session: SessionRow = {
    id: newId(),
    account_id: accountId,
    sign_in_provider: provider,
    second_factor: secondFactor?.kind ?? null,
    second_factor_id: secondFactor?.id ?? null,
    auth_time: authTime,
    last_used_at: now,
    ended_at: null,
    browser: describeBrowser(getContext()?.userAgent),
    passkey_id: device?.passkey_id ?? null,
    own_device: device?.own_device ?? 0,
    email_link: Number(byEmailLink),
  };
  const refreshToken = newRefreshToken();
  await addSession(trx, session);
  await addRefreshToken(trx, createTokenRow(refreshToken, session.id, null, now));
  return { session, refreshToken };
}

/**
 * Starts another session with the caller's `auth_time` and second factor: linking a method is not a new
 * sign-in.
 */
export function continueSession(
  trx: Trx,
  session: SessionRow,
  options: Pick<NewSession, 'provider' | 'byEmailLink' | 'now'>,
) {
  const { account_id: accountId, auth_time: authTime } = session;
  const secondFactor = readSecondFactor(session);
  return startSession(trx, { accountId, secondFactor, device: session, authTime, ...options });
}

/**
 * Ends every session of the locked account, because a stranger may use one, and starts one for the caller.
 * @throws AppError TOKEN_EXPIRED when the caller's own session has ended
 */
export async function replaceAllSessions(
  trx: Trx,
  services: Pick<Services, 'onSessionsEnded'>,
  { account: { id: accountId }, session }: Caller,
  options: { provider?: string; secondFactor: SecondFactor; now: number },
): Promise<StartedSession> {
  const { provider = session.sign_in_provider, secondFactor, now } = options;
  await touchSession(trx, session, now);
  await endSessions(trx, services, { accountId, now });
  const authTime = session.auth_time;
  return startSession(trx, { accountId, provider, secondFactor, device: session, authTime, now });
}

/** Stores the use of the caller's session. @throws AppError TOKEN_EXPIRED when it has ended */
export async function touchSession(trx: Trx, { id }: SessionRow, now: number): Promise<void> {
  if (!(await updateSession(trx, id, { last_used_at: now }))) throw identityError('TOKEN_EXPIRED');
}

/** Returns the second factor that was last used or added in the session. */
export const readSecondFactor = ({ second_factor: kind, second_factor_id: id }: SessionRow): SecondFactor =>
  kind !== null && id !== null ? { kind, id } : undefined;

/** Returns the token fields of a sign-in response. */
export async function issueTokens(
  services: Services,
  account: Account,
  { session, refreshToken }: StartedSession,
) {
  const idToken = await signIdToken(services, account, session);
  return { idToken, refreshToken, expiresIn: String(TTL_SECONDS) };
}

/** @throws AppError MISSING_ID_TOKEN, INVALID_ID_TOKEN, USER_NOT_FOUND, USER_DISABLED, TOKEN_EXPIRED */
export async function authenticate(services: Services, idToken: string | undefined): Promise<Caller> {
  if (!idToken) throw identityError('MISSING_ID_TOKEN');
  const { accountId, sessionId, expired } = await verifyIdToken(services, idToken);
  const caller = await openSession(services, accountId, sessionId);
  // Do not use TOKEN_EXPIRED: it would make the SDK sign out a user who only needs to refresh.
  if (expired) throw identityError('INVALID_ID_TOKEN');
  return caller;
}

/** Requires a sign-in within the last five minutes. @throws AppError CREDENTIAL_TOO_OLD_LOGIN_AGAIN */
export function requireRecentSignIn({ clock }: Services, { session }: Caller): void {
  if (session.auth_time < clock() - RECENT_SIGN_IN_MS) throw identityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}

/**
 * Returns when the person signed in, in ms. Returns undefined if the session is inactive, unknown or of
 * another account.
 */
export async function findSignIn(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  { userId, sessionId = '' }: { userId: string; sessionId: string | undefined },
): Promise<{ signedInAt: number } | undefined> {
  const found = await findActiveSession(services, userId, sessionId);
  if (typeof found === 'string' || found.account.id !== userId) return undefined;
  return { signedInAt: found.session.auth_time };
}

/** @throws AppError USER_NOT_FOUND, USER_DISABLED, TOKEN_EXPIRED */
export async function openSession(services: Services, accountId: string | undefined, sessionId: string) {
  const found = await findActiveSession(services, accountId, sessionId);
  if (typeof found === 'string') throw identityError(found);
  return found;
}

/** Returns the session and its account, or the error code of an inactive session. */
async function findActiveSession(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  accountId: string | undefined,
  sessionId: string,
) {
  const session = await findRow(db, 'identity_session', { id: sessionId });
  const owner = session?.account_id ?? accountId;
  const account = owner === undefined ? undefined : await findAccount(db, owner);
  if (!account) return 'USER_NOT_FOUND';
  if (account.disabled === 1) return 'USER_DISABLED';
  if (!session || session.ended_at !== null) return 'TOKEN_EXPIRED';
  return isExpired(session, settings, clock()) ? 'TOKEN_EXPIRED' : { account, session };
}

/** Ends sessions and calls `onSessionsEnded`, which ends the site's own sessions, in one transaction. */
export async function endSessions(
  trx: Trx,
  { onSessionsEnded }: Pick<Services, 'onSessionsEnded'>,
  ending: SessionEnd,
) {
  const ended = await markSessionsEnded(trx, ending);
  if (ended.length > 0) await onSessionsEnded(trx, ended);
  return ended;
}
