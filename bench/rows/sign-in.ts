import { openDatabase } from '../../e2e/support/staff.ts';
import { createAuthenticator } from '../../providers/identity/testing/authenticator.ts';
import { requestBytes } from '../load/connection.ts';
import { loadSide } from '../load/run.ts';
import {
  compareSides,
  cpuPerRequest,
  type Measurement,
  type Pair,
  repeatWork,
  type Side,
} from '../measure.ts';
import { peerSide } from '../peers/side.ts';
import { type MeasuredSite, readConfig, startMeasuredSite } from '../site.ts';

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
  const idTokens: string[] = [];
  for (const account of credentials) idTokens.push((await call('signUp', account)).idToken);
  const withPassword = loadSide(`sign-in with a password, ${CLIENTS} clients`, site, () => ({
    requests: credentials.map((one) => requestBytes(call.address('signInWithPassword'), postOf(one))),
    connections: CLIENTS,
    matches: /"idToken":"ey/,
    allCores: true,
  }));
  const withPasskey = await passkeySide(site, call, idTokens);
  // Warm up for longer: at first, code is still being compiled concurrently.
  for (const side of [withPassword, withPasskey]) await side.measure(4 * options.seconds);
  const passkeys = await compareSides(withPasskey, withPassword, options);
  const isTooSlow = passkeys.pairs.some((pair) => ratioByCpu(pair) < TARGET_RATIO);
  const hash = peerSide('the hash alone', (seconds) => ({ peer: 'passwords', seconds }));
  return [
    { ...(await compareSides(withPassword, hash, options)), target: 'at least 0.9' },
    {
      ...passkeys,
      target: `ratio by CPU at least ${TARGET_RATIO}`,
      violations: isTooSlow ? [`fewer than ${TARGET_RATIO} passkeys for one password`] : [],
    },
  ];
};

const ratioByCpu = ({ ours, peer }: Pair): number => cpuPerRequest(peer) / cpuPerRequest(ours);

export async function connectIdentity({ url }: MeasuredSite) {
  const { identity } = await readConfig(url);
  const address = (name: string) => `${url}/identity/v1/accounts:${name}?key=${identity.apiKey}`;
  // biome-ignore lint/suspicious/noExplicitAny: each call has different fields.
  async function call(name: string, body: object): Promise<any> {
    const response = await fetch(address(name), postOf(body));
    if (!response.ok) throw new Error(`${name} failed with ${response.status}: ${await response.text()}`);
    return response.json();
  }
  return Object.assign(call, { address });
}

export const postOf = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Sign-ins with a passkey, each with its three requests: challenge, passkey, exchange of the custom token. */
async function passkeySide(
  { url, pid, dataDir }: MeasuredSite,
  call: Awaited<ReturnType<typeof connectIdentity>>,
  idTokens: string[],
): Promise<Side> {
  using database = openDatabase(dataDir);
  database.exec('update identity_email set verified = 1');
  const passkeys = await Array.fromAsync(idTokens, async (idToken) => {
    const passkey = createAuthenticator({ origin: new URL(url).origin });
    const { options } = await call('startPasskeyEnrollment', { idToken });
    await call('finishPasskeyEnrollment', { idToken, credential: passkey.create(options) });
    return passkey;
  });
  const clients = passkeys.map((passkey) => async () => {
    const { options } = await call('startPasskeySignIn', {});
    const { customToken } = await call('finishPasskeySignIn', { credential: passkey.get(options) });
    const { idToken } = await call('signInWithCustomToken', { token: customToken });
    if (!idToken) throw new Error('A sign-in returned no token.');
  });
  return {
    name: `sign-in with a passkey, ${clients.length} clients`,
    measure: (seconds) => repeatWork(pid, seconds, clients),
  };
}
