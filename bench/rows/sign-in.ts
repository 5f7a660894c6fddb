import { openDatabase } from '../../e2e/support/staff.ts';
import { createPasswordHasher } from '../../providers/identity/accounts/passwords.ts';
import { createAuthenticator } from '../../providers/identity/testing/authenticator.ts';
import { postOf } from '../load/connection.ts';
import { compareSides, type Measurement, ratioByCpu, repeatWork, type Side } from '../measure.ts';
import { fetchJson, type MeasuredSite, readConfig, startMeasuredSite } from '../site.ts';
import { cpuMsOfTree, ownCpuMs } from '../system.ts';

const CLIENTS = 32;
const TARGET_RATIO = 20;

/** Sign-ins with a password, compared with the password hash alone, and with a passkey. All run on all cores. */
export const signIn: Measurement = async (options) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  const call = await connectIdentity(site);
  const credentials = Array.from({ length: CLIENTS }, (_, n) => ({
    email: `donor-${n}@example.org`,
    password: 'correct horse 1',
    returnSecureToken: true,
  }));
  const accounts = await Array.fromAsync(credentials, (account) => call('signUp', account));
  const side = (method: string, clients: (() => Promise<unknown>)[]): Side => ({
    name: `sign-in with a ${method}, ${CLIENTS} clients`,
    measure: (seconds) => repeatWork(() => cpuMsOfTree(site.pid), seconds, clients),
  });
  const withPassword = side(
    'password',
    credentials.map((account) => () => call('signInWithPassword', account)),
  );
  const withPasskey = side('passkey', await passkeyClients(site, call, accounts));
  // Warm up for longer: at first, code is still being compiled concurrently.
  for (const side of [withPassword, withPasskey]) await side.measure(4 * options.seconds);
  const passkeys = await compareSides(withPasskey, withPassword, options);
  const isTooSlow = passkeys.pairs.some((pair) => ratioByCpu(pair) < TARGET_RATIO);
  const hash = await hashSide();
  return [
    { ...(await compareSides(withPassword, hash, options)), target: 'at least 0.9' },
    {
      ...passkeys,
      target: `ratio by CPU at least ${TARGET_RATIO}`,
      violations: isTooSlow ? [`fewer than ${TARGET_RATIO} passkeys for one password`] : [],
    },
  ];
};

/** Verifies password hashes only, in this process, as many at once as the site does. */
async function hashSide(): Promise<Side> {
  const passwords = createPasswordHasher();
  const sender = { address: 'bench', account: 'bench' };
  const hash = await passwords.hash('correct horse 1', sender);
  const verify = async () => {
    if (!(await passwords.verify('correct horse 1', hash, sender))) throw new Error('The hash is wrong.');
  };
  // More than are hashed concurrently, so that one always waits.
  const clients = Array(8).fill(verify);
  return { name: 'the hash alone', measure: (seconds) => repeatWork(ownCpuMs, seconds, clients) };
}

/** Returns a function that calls the identity provider, and throws when the call fails. */
export async function connectIdentity({ url }: MeasuredSite) {
  const { identity } = await readConfig(url);
  const address = (name: string) => `${url}/identity/v1/accounts:${name}?key=${identity.apiKey}`;
  const call = (name: string, body: object) => fetchJson(address(name), postOf(body));
  return Object.assign(call, { address });
}

/** Creates clients that sign in with a passkey by three requests: challenge, passkey, exchange of the custom token. */
async function passkeyClients(
  { url, dataDir }: MeasuredSite,
  call: Awaited<ReturnType<typeof connectIdentity>>,
  accounts: { idToken: string }[],
): Promise<(() => Promise<unknown>)[]> {
  using database = openDatabase(dataDir);
  database.exec('update identity_email set verified = 1');
  return await Array.fromAsync(accounts, async ({ idToken }) => {
    const passkey = createAuthenticator({ origin: new URL(url).origin });
    const { options } = await call('startPasskeyEnrollment', { idToken });
    await call('finishPasskeyEnrollment', { idToken, credential: passkey.create(options) });
    return async () => {
      const { options } = await call('startPasskeySignIn', {});
      const { customToken } = await call('finishPasskeySignIn', { credential: passkey.get(options) });
      return await call('signInWithCustomToken', { token: customToken });
    };
  });
}
