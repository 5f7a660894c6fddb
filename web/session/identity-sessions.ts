import type { Auth, User } from '@firebase/auth';
import { t } from '@lingui/core/macro';
import { IdentityError } from './identity.ts';
import { postAccounts } from './identity-call.ts';
import { identityWords } from './identity-words.ts';
import type { HeldSession, OwnSession, SessionWays } from './own-sessions.ts';
import { claimsOf } from './token-claims.ts';

type Stored = { stsTokenManager?: { accessToken?: string } };
type Listed = {
  sessionId: string;
  current: boolean;
  browser?: string;
  signedInAt: string;
  lastUsedAt: string;
};

/** What the SDK has a code of its own for. */
const codes: Record<string, string> = {
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
};
const ended = ['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND'];

/** The current person's sessions at our own provider, which the SDK has no calls for. */
export function sessionWays(auth: Auth): SessionWays {
  async function ask<Answer>(call: string, body: object = {}): Promise<Answer> {
    const user = auth.currentUser;
    if (!user) throw new IdentityError('no-current-user', t`Please sign in and try again.`);
    const answer = await postAccounts(auth, call, { ...body, idToken: await user.getIdToken() });
    const said = await answer.json().catch(() => undefined);
    if (answer.ok) return said as Answer;
    throw await refusal(user, String(said?.error?.message ?? 'INTERNAL_ERROR'));
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
function heldBy(auth: Auth, user: User): HeldSession | undefined {
  const idToken = (user.toJSON() as Stored).stsTokenManager?.accessToken;
  const id = idToken && claimsOf(idToken).sid;
  if (typeof id !== 'string' || !id) return undefined;
  return {
    id,
    async end() {
      const answer = await postAccounts(auth, 'endSession', { idToken });
      if (!answer.ok) throw new IdentityError('internal-error', identityWords('internal-error', ''));
    },
  };
}

async function refusal(user: User, said: string): Promise<IdentityError> {
  const [word = '', ...words] = said.split(' : ');
  // The SDK finds the same, and signs out.
  if (ended.includes(word)) await user.reload().catch(() => undefined);
  const code = codes[word] ?? word.toLowerCase().replaceAll('_', '-');
  return new IdentityError(code, identityWords(code, words.join(' : ')));
}

function readSession({ sessionId: id, current, browser, signedInAt, lastUsedAt }: Listed): OwnSession {
  return { id, current, browser, signedInAt: Number(signedInAt), lastUsedAt: Number(lastUsedAt) };
}
