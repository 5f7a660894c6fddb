import type { Auth } from '@firebase/auth';
import { timeoutSignal } from '#web/api/timeout-signal.ts';
import { IdentityError } from './identity.ts';
import { identityWords } from './identity-words.ts';

/** Where the SDK was told to find our provider. */
type Configured = Auth & { config: { apiScheme: string; apiHost: string; apiKey: string } };

const TIMEOUT_MS = 10_000;

/** A call of our own provider that the SDK does not know. It completes even if the page is left. */
export async function postAccounts(auth: Auth, call: string, body: object): Promise<Response> {
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
    throw new IdentityError(code, identityWords(code, ''), cause);
  }
}
