import { decodeJwt } from 'jose';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { Fields } from './fields.ts';

/** What each call is to whoever watches over accounts; the others are told only when they are refused. */
const eventNames: Record<string, { done: string; refused: string; way?: string }> = {
  '/v1/accounts:signInWithPassword': signIn('password'),
  '/v1/accounts:signInWithEmailLink': signIn('link'),
  '/v1/accounts:signInWithIdp': signIn('google'),
  '/v1/accounts:signInWithPhoneNumber': signIn('phone'),
  '/v2/accounts/mfaSignIn:finalize': signIn('second factor'),
  '/v1/accounts:signUp': { done: 'account made', refused: 'sign-up refused' },
  '/v1/accounts:update': change('update'),
  '/v1/accounts:confirmEmail': change('address confirmed'),
  '/v1/accounts:resetPassword': change('new password'),
  '/v1/accounts:delete': change('removal'),
  '/v2/accounts/mfaEnrollment:finalize': change('second factor added'),
  '/v2/accounts/mfaEnrollment:withdraw': change('second factor removed'),
};

function signIn(way: string) {
  return { done: 'signed in', refused: 'sign-in refused', way };
}
function change(way: string) {
  return { done: 'account changed', refused: 'account change refused', way };
}

/** The call, and what was sent with it as far as it was read. */
export type RequestedEvent = { path: string; fields?: Fields | undefined };

export function logSuccess(events: SecurityLog, asked: RequestedEvent, answer: object): void {
  const meaning = eventNames[asked.path];
  if (!meaning) return;
  const owed = 'mfaPendingCredential' in answer;
  events.info(owed ? 'second factor asked for' : meaning.done, {
    way: meaning.way,
    account: accountOf(answer),
    who: hashIdentifier(events, asked.fields),
  });
}

export function logFailure(events: SecurityLog, asked: RequestedEvent, reason: string): void {
  const { refused, way } = eventNames[asked.path] ?? { refused: 'identity call refused', way: asked.path };
  events.warn(refused, { way, reason, who: hashIdentifier(events, asked.fields) });
}

/** The second step of a sign-in names its account in the token alone. */
function accountOf(answer: object): string | undefined {
  const { localId, idToken } = answer as { localId?: unknown; idToken?: unknown };
  if (typeof localId === 'string') return localId;
  return typeof idToken === 'string' ? decodeJwt(idToken).sub : undefined;
}

/** Whom a stranger means may have no account: lines about the same address are found by its name. */
function hashIdentifier({ nameOf }: SecurityLog, fields: Fields | undefined): string | undefined {
  const given = ['email', 'phoneNumber'].map((name) => readTextOrUndefined(fields, name)).find(Boolean);
  return given && nameOf(given);
}

function readTextOrUndefined(fields: Fields | undefined, name: string): string | undefined {
  try {
    return fields?.text(name);
  } catch {
    // It is no text, which the call itself is refused for.
    return undefined;
  }
}
