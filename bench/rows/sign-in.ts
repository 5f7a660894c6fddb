import { sendToChild } from '../child.ts';
import { requestBytes } from '../load/connection.ts';
import { loadSide } from '../load/run.ts';
import { compareSides, type Measurement, type Sample, type Side } from '../measure.ts';
import type { PeerJob } from '../peers/alone.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';

const CLIENTS = 32;

/** Sign-ins with a password, compared with the password hash alone. Both run on all cores. */
export const signIn: Measurement = async (options) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  const side = await signInSide(site);
  // Warm up for longer: at first, code is still being compiled concurrently.
  await side.measure(4 * options.seconds);
  return [{ ...(await compareSides(side, hashSide, options)), target: 'at least 0.9' }];
};

async function signInSide({ url, pid }: MeasuredSite): Promise<Side> {
  const config = (await (await fetch(`${url}/api/config`)).json()) as { identity: { apiKey: string } };
  const address = (call: string) => `${url}/identity/v1/accounts:${call}?key=${config.identity.apiKey}`;
  const accounts = Array.from({ length: CLIENTS }, (_, n) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `donor-${n}@example.org`,
      password: 'correct horse 1',
      returnSecureToken: true,
    }),
  }));
  for (const account of accounts) {
    const response = await fetch(address('signUp'), account);
    if (!response.ok) throw new Error(`A sign-up failed with ${response.status}: ${await response.text()}`);
  }
  return loadSide(`sign-in with a password, ${CLIENTS} clients`, (seconds) => ({
    url,
    server: pid,
    requests: accounts.map((account) => requestBytes(address('signInWithPassword'), account)),
    connections: CLIENTS,
    seconds,
    statuses: [200],
    contains: '"idToken":"ey',
    allCores: true,
  }));
}

const hashSide: Side = {
  name: 'the hash alone',
  async measure(seconds) {
    const message: PeerJob = { peer: 'passwords', seconds };
    return (await sendToChild<Sample>('./peers/alone.ts', message)).reply;
  },
};
