import { decodeJwt } from 'jose';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { Fields } from './fields.ts';

/** Names of the security events of a call. Other calls are logged only when they fail. */
export type EventNames = { done: string; failed: string; method?: string };

export const signedIn = (method: string, done = 'signed in'): EventNames => ({
  done,
  failed: 'sign-in failed',
  method,
});
export const signedUp: EventNames = { done: 'account created', failed: 'sign-up failed' };
export const changed = (method: string): EventNames => ({
  done: 'account changed',
  failed: 'account change failed',
  method,
});

/** The call, with its fields once they are parsed. */
export type RequestedEvent = { path: string; names?: EventNames | undefined; fields?: Fields | undefined };

export function logSuccess(events: SecurityLog, event: RequestedEvent, response: object): void {
  const { names } = event;
  if (!names) return;
  const isMfaRequired = 'mfaPendingCredential' in response;
  events.info(isMfaRequired ? 'second factor requested' : names.done, {
    way: names.method,
    account: accountOf(response),
    who: hashIdentifier(events, event.fields),
  });
}

export function logFailure(events: SecurityLog, event: RequestedEvent, reason: string): void {
  const { failed, method } = event.names ?? { failed: 'identity call failed', method: event.path };
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
    // Ignore a value that is not a string, because the call itself fails with INVALID_ARGUMENT.
    return undefined;
  }
}
