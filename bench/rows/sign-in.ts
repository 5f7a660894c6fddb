import { sendToChild } from '../child.ts';
import { requestBytes } from '../load/connection.ts';
import { loadSide } from '../load/run.ts';
import {
  compareSides,
  cpuPerRequest,
  type Measurement,
  type Pair,
  type Sample,
  type Side,
} from '../measure.ts';
import type { PeerJob } from '../peers/alone.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';
import { passkeySide } from './passkeys.ts';

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
  const withPassword = passwordSide(site, call.address('signInWithPassword'), credentials);
  const withPasskey = await passkeySide(site, call, idTokens);
  // Warm up for longer: at first, code is still being compiled concurrently.
  for (const side of [withPassword, withPasskey]) await side.measure(4 * options.seconds);
  const passkeys = await compareSides(withPasskey, withPassword, options);
  const isTooSlow = passkeys.pairs.some((pair) => ratioByCpu(pair) < TARGET_RATIO);
  return [
    { ...(await compareSides(withPassword, hashSide, options)), target: 'at least 0.9' },
    {
      ...passkeys,
      target: `ratio by CPU at least ${TARGET_RATIO}`,
      violations: isTooSlow ? [`fewer than ${TARGET_RATIO} passkeys for one password`] : [],
    },
  ];
};

const ratioByCpu = ({ ours, peer }: Pair): number => cpuPerRequest(peer) / cpuPerRequest(ours);

export async function connectIdentity({ url }: MeasuredSite) {
  const config = (await (await fetch(`${url}/api/config`)).json()) as { identity: { apiKey: string } };
  const address = (name: string) => `${url}/identity/v1/accounts:${name}?key=${config.identity.apiKey}`;
  async function call(name: string, body: object) {
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

const passwordSide = ({ url, pid }: MeasuredSite, address: string, credentials: object[]): Side =>
  loadSide(`sign-in with a password, ${CLIENTS} clients`, (seconds) => ({
    url,
    server: pid,
    requests: credentials.map((account) => requestBytes(address, postOf(account))),
    connections: CLIENTS,
    seconds,
    statuses: [200],
    matches: /"idToken":"ey/,
    allCores: true,
  }));

const hashSide: Side = {
  name: 'the hash alone',
  async measure(seconds) {
    const message: PeerJob = { peer: 'passwords', seconds };
    return (await sendToChild<Sample>('./peers/alone.ts', message)).reply;
  },
};
