import type { Kysely, Transaction } from 'kysely';
import { newId } from '#platform/ids.ts';
import { minutes, seconds } from '#platform/time.ts';
import { currentWork } from '#platform/work.ts';
import type { Account } from '../accounts/account.ts';
import { findAccount } from '../accounts/repository.ts';
import { refuse } from '../http/errors.ts';
import { hashSecret } from '../http/secret.ts';
import type { FactorKind, IdentityTables, SessionTable } from '../schema/tables.ts';
import type { Call, Services, Settings } from '../services.ts';
import { describeBrowser } from './browser.ts';
import { endSessions } from './end.ts';
import { LIFE_SECONDS, readIdToken, signIdToken } from './id-tokens.ts';
import { isRefreshToken, newRefreshToken, successorOf } from './refresh-tokens.ts';
import {
  addingRefreshToken,
  addingSession,
  findRefreshToken,
  findSession,
  supersede,
  touchSession,
} from './repository.ts';

const GRACE = seconds(60);
const RECENT = minutes(5);

/** How somebody came in. */
export type Entrance = {
  accountId: string;
  /** `sign_in_provider` of the tokens: password, google.com, phone, anonymous. */
  provider: string;
  secondFactor?: { kind: FactorKind; id: string } | undefined;
};
export type Started = { session: SessionTable; refreshToken: string };
/** Who calls, by a living session. */
export type Caller = { account: Account; session: SessionTable };

type Beginning = Entrance & { authTime: number; now: number };

/** A new session with its first refresh token, in the transaction that lets the person in. */
export async function startSession(trx: Transaction<IdentityTables>, beginning: Beginning): Promise<Started> {
  const { started, statements } = newSession(trx, beginning);
  for (const [, statement] of statements) await statement.execute();
  return started;
}

/** The same as statements, for `allOrNone`. */
export function newSession(db: Kysely<IdentityTables>, options: Beginning) {
  const { now } = options;
  const session: SessionTable = {
    id: newId(),
    account_id: options.accountId,
    sign_in_provider: options.provider,
    second_factor: options.secondFactor?.kind ?? null,
    second_factor_id: options.secondFactor?.id ?? null,
    auth_time: options.authTime,
    last_used_at: now,
    ended_at: null,
    browser: describeBrowser(currentWork()?.userAgent),
  };
  const refreshToken = newRefreshToken();
  const started: Started = { session, refreshToken };
  const statements = [
    ['session', addingSession(db, session)],
    ['token', addingRefreshToken(db, tokenRow(refreshToken, session.id, null, now))],
  ] as const;
  return { started, statements };
}

/** The second factor that a session was begun with, for one that follows it. */
export const secondFactorOf = ({ second_factor: kind, second_factor_id: id }: SessionTable) =>
  kind !== null && id !== null ? { kind, id } : undefined;

/** The token fields of a sign-in's answer. */
export async function tokensOf(services: Services, account: Account, { session, refreshToken }: Started) {
  return {
    idToken: await signIdToken(services, account, session),
    refreshToken,
    expiresIn: String(LIFE_SECONDS),
  };
}

/** @throws AppError MISSING_ID_TOKEN, INVALID_ID_TOKEN, USER_NOT_FOUND, USER_DISABLED, TOKEN_EXPIRED */
export async function authenticate(services: Services, idToken: string | undefined): Promise<Caller> {
  if (!idToken) throw refuse('MISSING_ID_TOKEN');
  const { accountId, sessionId, expired } = await readIdToken(services, idToken);
  const caller = await openSession(services, accountId, sessionId);
  // TOKEN_EXPIRED would make the SDK sign out a person who only needs to refresh.
  if (expired) throw refuse('INVALID_ID_TOKEN');
  return caller;
}

/** What could take the account away from its owner needs a sign-in of the last five minutes. */
export function demandRecentSignIn({ clock }: Services, { session }: Caller): void {
  if (session.auth_time < clock() - RECENT) throw refuse('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}

/**
 * `POST /v1/token`. The successor of a token is made from it, so that two tabs at once, or a try again after an
 * answer was lost, get the same one and the chain stays a chain. Use later than a minute after the successor's
 * first use means that somebody has a copy: the session ends.
 */
export async function refreshSession(services: Services, { fields }: Call) {
  const { db, clock, site } = services;
  const grant = fields.text('grant_type');
  if (!grant) throw refuse('MISSING_GRANT_TYPE');
  if (grant !== 'refresh_token') throw refuse('INVALID_GRANT_TYPE');
  const token = fields.text('refresh_token');
  if (!token) throw refuse('MISSING_REFRESH_TOKEN');

  const row = await findRefreshToken(db, hashSecret(token));
  // The SDK signs a person out by itself on the first of the two only.
  if (!row) throw refuse(isRefreshToken(token) ? 'USER_NOT_FOUND' : 'INVALID_REFRESH_TOKEN');
  const { account, session } = await openSession(services, undefined, row.session_id);
  const now = clock();
  if (row.superseded_at !== null && row.superseded_at < now - GRACE) {
    await db
      .transaction()
      .execute((trx) => endSessions(trx, services, { accountId: account.id, only: session.id, now }));
    throw refuse('TOKEN_EXPIRED');
  }

  await services.limits.refresh(session.id);
  const successor = successorOf(token, services.refreshKey);
  await db.transaction().execute(async (trx) => {
    if (!(await touchSession(trx, session.id, now))) throw refuse('TOKEN_EXPIRED');
    if (row.predecessor) await supersede(trx, row.predecessor, now);
    await addingRefreshToken(trx, tokenRow(successor, session.id, row.hash, now)).execute();
  });
  const idToken = await signIdToken(services, account, session);
  return {
    access_token: idToken,
    expires_in: String(LIFE_SECONDS),
    token_type: 'Bearer',
    refresh_token: successor,
    id_token: idToken,
    user_id: account.id,
    project_id: site.projectId,
  };
}

/**
 * `projects/{id}/accounts:lookupSession` by the administrator: whether the session is active. False for one of another
 * account or an unknown one.
 */
export async function lookUpSession(services: Services, { fields }: Call) {
  const accountId = fields.text('localId');
  if (!accountId) throw refuse('MISSING_LOCAL_ID');
  const found = await findActiveSession(services, accountId, fields.text('sessionId') ?? '');
  return { active: typeof found !== 'string' && found.account.id === accountId };
}

/** Sessions from before these are over, though nothing has ended them. */
export const stillLiving = ({ sessionLife: { longest, rest } }: Settings, now: number) => ({
  begunAfter: now - longest,
  usedAfter: now - rest,
});

async function openSession(
  services: Services,
  accountId: string | undefined,
  sessionId: string,
): Promise<Caller> {
  const found = await findActiveSession(services, accountId, sessionId);
  if (typeof found === 'string') throw refuse(found);
  return found;
}

/** The session and its account, or why it is not active. */
async function findActiveSession(
  { db, clock, settings }: Services,
  accountId: string | undefined,
  sessionId: string,
): Promise<Caller | 'USER_NOT_FOUND' | 'USER_DISABLED' | 'TOKEN_EXPIRED'> {
  const session = await findSession(db, sessionId);
  const owner = session?.account_id ?? accountId;
  const account = owner === undefined ? undefined : await findAccount(db, owner);
  if (!account) return 'USER_NOT_FOUND';
  if (account.disabled === 1) return 'USER_DISABLED';
  if (!session || session.ended_at !== null) return 'TOKEN_EXPIRED';
  const { begunAfter, usedAfter } = stillLiving(settings, clock());
  const isOver = session.auth_time <= begunAfter || session.last_used_at <= usedAfter;
  return isOver ? 'TOKEN_EXPIRED' : { account, session };
}

function tokenRow(token: string, sessionId: string, predecessor: string | null, now: number) {
  return {
    hash: hashSecret(token),
    session_id: sessionId,
    predecessor,
    created_at: now,
    superseded_at: null,
  };
}
