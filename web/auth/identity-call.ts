import { type Auth, applyActionCode, type User } from '@firebase/auth';
import { t } from '@lingui/core/macro';
import { timeoutSignal } from '#web/api/timeout-signal.ts';
import {
  type CurrentSession,
  type EmailConfirmation,
  type EmailOwnershipProof,
  IdentityError,
  type OwnSession,
  type SessionApi,
} from './identity.ts';
import { providerMessage } from './provider-message.ts';
import type { WithTranslatedErrors } from './with-translated-errors.ts';

/** Where the SDK was told to find our provider. */
type Configured = Auth & { config: { apiScheme: string; apiHost: string; apiKey: string } };
type Stored = { stsTokenManager?: { accessToken?: string } };
type Listed = {
  sessionId: string;
  current: boolean;
  browser?: string;
  signedInAt: string;
  lastUsedAt: string;
};

const TIMEOUT_MS = 10_000;

/** The SDK's codes for what our provider answers; every other answer becomes a code by its letters. */
const codes: Record<string, string> = {
  EXPIRED_OOB_CODE: 'expired-action-code',
  INVALID_OOB_CODE: 'invalid-action-code',
  INVALID_PASSWORD: 'wrong-password',
  EMAIL_EXISTS: 'email-already-in-use',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
};
/** Where the SDK, for its own calls, has the sentence. */
const sentences: Record<string, string> = {
  'wrong-password': t`Incorrect password.`,
  'email-already-in-use': t`Another account now uses this email address.`,
  'user-disabled': t`This account is locked. Please contact us.`,
};
const ended = ['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND'];

/** A call of our own provider that the SDK does not know. It completes even if the page is left. */
async function postAccounts(auth: Auth, call: string, body: object): Promise<Response> {
  const { apiScheme, apiHost, apiKey } = (auth as Configured).config;
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

/** Splits `WORD : a sentence`, as the provider refuses, into the code and the sentence. */
function readError(body: { error?: { message?: unknown } } | undefined) {
  const [word = '', ...words] = String(body?.error?.message ?? 'INTERNAL_ERROR').split(' : ');
  const code = codes[word] ?? word.toLowerCase().replaceAll('_', '-');
  return { word, code, message: words.join(' : ') };
}

/** Confirms an address at our own provider, which asks whose account it is; the hosted service asks nothing. */
export function confirmEmailBy(auth: Auth, worded: WithTranslatedErrors, isHosted: boolean) {
  async function confirm(oobCode: string, proof: EmailOwnershipProof): Promise<EmailConfirmation> {
    await auth.authStateReady();
    const idToken = await auth.currentUser?.getIdToken().catch(() => undefined);
    const response = await postAccounts(auth, 'confirmEmail', { oobCode, ...proof, idToken });
    const body = await response.json().catch(() => undefined);
    if (response.ok) return { removedOtherMethods: body?.removedOtherMethods === true };
    const { code } = readError(body);
    throw new IdentityError(code, sentences[code] ?? providerMessage(code, ''));
  }

  return (code: string, proof: EmailOwnershipProof = {}): Promise<EmailConfirmation> =>
    worded(async () => {
      if (!isHosted) return confirm(code, proof);
      await applyActionCode(auth, code);
      return { removedOtherMethods: false };
    });
}

/** The current person's sessions at our own provider, which the SDK has no calls for. */
export function sessionApi(auth: Auth): SessionApi {
  async function ask<Answer>(call: string, body: object = {}): Promise<Answer> {
    const user = auth.currentUser;
    if (!user) throw new IdentityError('no-current-user', t`Please sign in and try again.`);
    const response = await postAccounts(auth, call, { ...body, idToken: await user.getIdToken() });
    const said = await response.json().catch(() => undefined);
    if (response.ok) return said as Answer;
    const { word, code, message } = readError(said);
    // The SDK finds the same, and signs out.
    if (ended.includes(word)) await user.reload().catch(() => undefined);
    throw new IdentityError(code, providerMessage(code, message));
  }

  return {
    async held() {
      await auth.authStateReady();
      return auth.currentUser ? heldBy(auth, auth.currentUser) : undefined;
    },
    list: async () => (await ask<{ sessions: Listed[] }>('listSessions')).sessions.map(readSession),
    end: (sessionId) => ask('endSession', { sessionId }),
    endOthers: () => ask('endOtherSessions'),
  };
}

/** By the token that the SDK holds, a new one is not asked for: an old one is good enough to end its own session. */
function heldBy(auth: Auth, user: User): CurrentSession | undefined {
  const idToken = (user.toJSON() as Stored).stsTokenManager?.accessToken;
  const id = idToken && decodeClaims(idToken).sid;
  if (typeof id !== 'string' || !id) return undefined;
  return {
    id,
    async end() {
      const response = await postAccounts(auth, 'endSession', { idToken });
      if (!response.ok) throw new IdentityError('internal-error', providerMessage('internal-error', ''));
    },
  };
}

function readSession({ sessionId: id, current, browser, signedInAt, lastUsedAt }: Listed): OwnSession {
  return { id, current, browser, signedInAt: Number(signedInAt), lastUsedAt: Number(lastUsedAt) };
}

/** What a token says, for a comparison only: whoever gave it checks it. */
export function decodeClaims(token: string): Record<string, unknown> {
  const [, claims = ''] = token.split('.');
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
}
