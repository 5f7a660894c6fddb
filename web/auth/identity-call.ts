import { type Auth, applyActionCode, type User } from '@firebase/auth';
import { t } from '@lingui/core/macro';
import { timeoutSignal } from '#web/api/client.ts';
import type { TranslateErrors } from './error-translator.ts';
import {
  type CurrentSession,
  type EmailConfirmation,
  type EmailOwnershipProof,
  IdentityError,
  type OwnSession,
  type SessionApi,
} from './identity.ts';
import { providerMessage } from './provider-message.ts';
import type { UserCalls } from './user-calls.ts';

/** The provider's address in the SDK's settings. */
type AuthWithConfig = Auth & { config: { apiScheme: string; apiHost: string; apiKey: string } };
type SerializedUser = { stsTokenManager?: { accessToken?: string } };
type SessionJson = {
  sessionId: string;
  current: boolean;
  browser?: string;
  signedInAt: string;
  lastUsedAt: string;
  ownDevice?: boolean;
  hasPasskey?: boolean;
};

const TIMEOUT_MS = 10_000;

/** SDK error codes of our provider's errors. Any other error becomes a code in kebab case. */
const sdkCodes: Record<string, string> = {
  EXPIRED_OOB_CODE: 'expired-action-code',
  INVALID_OOB_CODE: 'invalid-action-code',
  INVALID_PASSWORD: 'wrong-password',
  EMAIL_EXISTS: 'email-already-in-use',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
};
/** Messages that the SDK supplies for its own calls only. */
const messages: Record<string, string> = {
  'wrong-password': t`Incorrect password.`,
  'email-already-in-use': t`Another account now uses this email address.`,
  'user-disabled': t`This account is locked. Contact us.`,
};
const sessionEndedErrors = ['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND'];

/**
 * Calls a method of our own provider that the SDK lacks. `keepalive`: the call completes even if the page
 * closes.
 */
async function postAccounts(auth: Auth, call: string, body: object): Promise<Response> {
  const { apiScheme, apiHost, apiKey } = (auth as AuthWithConfig).config;
  try {
    return await fetch(`${apiScheme}://${apiHost}/v1/accounts:${call}?key=${apiKey}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(auth.languageCode && { 'X-Firebase-Locale': auth.languageCode }),
      },
      body: JSON.stringify(body),
      keepalive: true,
      signal: timeoutSignal(TIMEOUT_MS),
    });
  } catch (cause) {
    const code = 'network-request-failed';
    throw new IdentityError(code, providerMessage(code, ''), cause);
  }
}

/** Splits an error `WORD : message` of the provider into code and message. */
function readError(body: { error?: { message?: unknown } } | undefined) {
  const [word = '', ...rest] = String(body?.error?.message ?? 'INTERNAL_ERROR').split(' : ');
  const code = sdkCodes[word] ?? word.toLowerCase().replaceAll('_', '-');
  return { word, code, message: rest.join(' : ') };
}

/** Confirms an email address. Our own provider requires proof of ownership, and the hosted one does not. */
export function createConfirmEmail(auth: Auth, translateErrors: TranslateErrors, isHosted: boolean) {
  async function confirm(oobCode: string, proof: EmailOwnershipProof): Promise<EmailConfirmation> {
    await auth.authStateReady();
    const idToken = await auth.currentUser?.getIdToken().catch(() => undefined);
    const response = await postAccounts(auth, 'confirmEmail', { oobCode, ...proof, idToken });
    const body = await response.json().catch(() => undefined);
    if (response.ok) return { removedOtherMethods: body?.removedOtherMethods === true };
    const { code } = readError(body);
    throw new IdentityError(code, messages[code] ?? providerMessage(code, ''));
  }

  return (code: string, proof: EmailOwnershipProof = {}): Promise<EmailConfirmation> =>
    translateErrors(async () => {
      if (!isHosted) return confirm(code, proof);
      await applyActionCode(auth, code);
      return { removedOtherMethods: false };
    });
}

/** Calls of our own provider that the SDK lacks. All throw IdentityError. */
export type ProviderCalls = {
  post<Result>(call: string, body: object): Promise<Result>;
  /** Adds the current user's ID token. */
  postAsUser<Result>(call: string, body?: object): Promise<Result>;
};

export function createProviderCalls(auth: Auth, { asUser }: UserCalls): ProviderCalls {
  async function send<Result>(call: string, body: object, user?: User): Promise<Result> {
    const response = await postAccounts(auth, call, body);
    const result = await response.json().catch(() => undefined);
    if (response.ok) return result as Result;
    const { word, code, message } = readError(result);
    // Reloading makes the SDK detect the ended session and sign out.
    if (sessionEndedErrors.includes(word)) await user?.reload().catch(() => undefined);
    throw new IdentityError(code, providerMessage(code, message));
  }

  return {
    post: send,
    postAsUser: (call, body = {}) =>
      asUser(async (user) => send(call, { ...body, idToken: await user.getIdToken() }, user)),
  };
}

/** Lists and ends the current user's sessions. */
export function createSessionApi(
  auth: Auth,
  { afterCalls }: UserCalls,
  { postAsUser }: ProviderCalls,
): SessionApi {
  return {
    async current() {
      await auth.authStateReady();
      return auth.currentUser ? readCurrentSession(auth, auth.currentUser, afterCalls) : undefined;
    },
    list: async () =>
      (await postAsUser<{ sessions: SessionJson[] }>('listSessions')).sessions.map(readSession),
    end: (sessionId) => postAsUser('endSession', { sessionId }),
    endOthers: () => postAsUser('endOtherSessions'),
    setOwnDevice: (ownDevice) => postAsUser('setOwnDevice', { ownDevice }),
  };
}

/** Reads the session, if any, from the SDK's stored token: even an expired token can end its own session. */
function readCurrentSession(
  auth: Auth,
  user: User,
  afterCalls: UserCalls['afterCalls'],
): CurrentSession | undefined {
  const idToken = readIdToken(user);
  const id = idToken && decodeClaims(idToken).sid;
  if (typeof id !== 'string' || !id) return undefined;
  async function end(): Promise<void> {
    const response = await postAccounts(auth, 'endSession', { idToken });
    if (!response.ok) throw new IdentityError('internal-error', providerMessage('internal-error', ''));
  }
  return { id, end, endReplaced: () => afterCalls(end) };
}

function readSession({ sessionId: id, signedInAt, lastUsedAt, ...session }: SessionJson): OwnSession {
  const { current, browser, ownDevice = false, hasPasskey = false } = session;
  const times = { signedInAt: Number(signedInAt), lastUsedAt: Number(lastUsedAt) };
  return { id, current, browser, ownDevice, hasPasskey, ...times };
}

const readIdToken = (user: User) => (user.toJSON() as SerializedUser).stsTokenManager?.accessToken;

/** Private SDK property: the storage of its user, in the version that package.json pins. */
type AuthWithStoredUser = Auth & { persistenceManager?: { getCurrentUser(): Promise<User | null> } };

/** Whether another tab has stored a session that differs from the one of this tab's SDK. */
export async function isReplacedInStorage(auth: Auth): Promise<boolean> {
  const stored = await (auth as AuthWithStoredUser).persistenceManager?.getCurrentUser();
  return Boolean(stored && auth.currentUser && sessionOf(stored) !== sessionOf(auth.currentUser));
}

/**
 * Returns the session id, or the time of the sign-in for the hosted provider, whose tokens have no session
 * id.
 */
function sessionOf(user: User): unknown {
  const idToken = readIdToken(user);
  const { sid, auth_time: authTime } = idToken ? decodeClaims(idToken) : {};
  return sid ?? authTime;
}

/** Decodes a token's claims without verifying the signature, so only compare them. */
export function decodeClaims(token: string): Record<string, unknown> {
  const [, claims = ''] = token.split('.');
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
}
