import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Authenticator, createAuthenticator } from '../../providers/identity/testing/authenticator.ts';
import type { Sample, Side } from '../measure.ts';
import type { MeasuredSite } from '../site.ts';
import { cpuMsOfTree } from '../system.ts';

// biome-ignore lint/suspicious/noExplicitAny: each call has different fields.
type Call = (name: string, body: object) => Promise<any>;

/** Sign-ins with a passkey, each with its three requests: challenge, passkey, exchange of the custom token. */
export async function passkeySide(
  { url, pid, dataDir }: Pick<MeasuredSite, 'url' | 'pid' | 'dataDir'>,
  call: Call,
  idTokens: string[],
): Promise<Side> {
  const database = new DatabaseSync(join(dataDir, 'blood-buddies.db'));
  database.exec('pragma busy_timeout = 5000; update identity_email set verified = 1');
  database.close();
  const passkeys: Authenticator[] = [];
  for (const idToken of idTokens) {
    const passkey = createAuthenticator({ origin: new URL(url).origin });
    const { options } = await call('startPasskeyEnrollment', { idToken });
    await call('finishPasskeyEnrollment', { idToken, credential: passkey.create(options) });
    passkeys.push(passkey);
  }

  async function signIn(passkey: Authenticator): Promise<void> {
    const { options } = await call('startPasskeySignIn', {});
    const { customToken } = await call('finishPasskeySignIn', { credential: passkey.get(options) });
    const { idToken } = await call('signInWithCustomToken', { token: customToken });
    if (!idToken) throw new Error('A sign-in returned no token.');
  }

  async function measure(seconds: number): Promise<Sample> {
    const [startedAt, cpuBefore] = [performance.now(), cpuMsOfTree(pid)];
    const endsAt = startedAt + seconds * 1000;
    let requests = 0;
    async function signInUntilTheEnd(passkey: Authenticator): Promise<void> {
      while (performance.now() < endsAt) {
        await signIn(passkey);
        requests += 1;
      }
    }
    await Promise.all(passkeys.map(signInUntilTheEnd));
    const ms = performance.now() - startedAt;
    return { requests, seconds: ms / 1000, cpuMs: cpuMsOfTree(pid) - cpuBefore };
  }
  return { name: `sign-in with a passkey, ${passkeys.length} clients`, measure };
}
