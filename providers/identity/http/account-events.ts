import { decodeJwt } from 'jose';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { Fields } from './fields.ts';

/** Names of the security events of each call. Other calls are logged only when they fail. */
const eventNames: Record<string, { done: string; failed: string; method?: string }> = {
  '/v1/accounts:signInWithPassword': signIn('password'),
  '/v1/accounts:signInWithEmailLink': signIn('link'),
  '/v1/accounts:signInWithIdp': signIn('google'),
  '/v1/accounts:signInWithPhoneNumber': signIn('phone'),
  '/v2/accounts/mfaSignIn:finalize': signIn('second factor'),
  '/v1/accounts:finishPasskeySignIn': { ...signIn('passkey'), done: 'passkey verified' },
  '/v1/accounts:signInWithCustomToken': signIn('passkey'),
  '/v1/accounts:signUp': { done: 'account created', failed: 'sign-up failed' },
  '/v1/accounts:update': change('update'),
  '/v1/accounts:confirmEmail': change('address confirmed'),
  '/v1/accounts:resetPassword': change('new password'),
  '/v1/accounts:finishPasskeyEnrollment': change('passkey added'),
  '/v1/accounts:removePasskey': change('passkey removed'),
  '/v1/accounts:delete': change('removal'),
  '/v2/accounts/mfaEnrollment:finalize': change('second factor added'),
  '/v2/accounts/mfaEnrollment:withdraw': change('second factor removed'),
};

function signIn(method: string) {
  return { done: 'signed in', failed: 'sign-in failed', method };
}
function change(method: string) {
  return { done: 'account changed', failed: 'account change failed', method };
}

/** The call, with its fields once they are parsed. */
export type RequestedEvent = { path: string; fields?: Fields | undefined };

export function logSuccess(events: SecurityLog, event: RequestedEvent, response: object): void {
  const names = eventNames[event.path];
  if (!names) return;
  const isMfaRequired = 'mfaPendingCredential' in response;
  events.info(isMfaRequired ? 'second factor requested' : names.done, {
    way: names.method,
    account: accountOf(response),
    who: hashIdentifier(events, event.fields),
  });
}

export function logFailure(events: SecurityLog, event: RequestedEvent, reason: string): void {
  const { failed, method } = eventNames[event.path] ?? {
    failed: 'identity call failed',
    method: event.path,
  };
  events.warn(failed, { way: method, reason, who: hashIdentifier(events, event.fields) });
}

/** Returns the account of a response. MFA sign-in responses contain it only in the token. */
function accountOf(response: object): string | undefined {
  const { localId, idToken } = response as { localId?: unknown; idToken?: unknown };
  if (typeof localId === 'string') return localId;
  return typeof idToken === 'string' ? decodeJwt(idToken).sub : undefined;
}

/** Returns a keyed hash of the email or phone number, so that log lines about it can be correlated. */
function hashIdentifier({ hash }: SecurityLog, fields: Fields | undefined): string | undefined {
  const identifier = ['email', 'phoneNumber'].map((name) => readTextOrUndefined(fields, name)).find(Boolean);
  return identifier && hash(identifier);
}

function readTextOrUndefined(fields: Fields | undefined, name: string): string | undefined {
  try {
    return fields?.text(name);
  } catch {
    // Not a string; the call itself fails with INVALID_ARGUMENT.
    return undefined;
  }
}
