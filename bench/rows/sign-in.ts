import { type Site, startSite } from '../../e2e/support/site.ts';
import { sendToChild } from '../child.ts';
import { compareReadsDuring } from '../load/compare-reads.ts';
import { requestBytes } from '../load/connection.ts';
import { loadSide } from '../load/run.ts';
import { compareSides, type Measurement, type Sample, type Side } from '../measure.ts';
import type { PeerJob } from '../peers/alone.ts';

const CLIENTS = 32;

/** Sign-ins with a password, compared with the password hash alone; and their effect on readers. */
export const signIn: Measurement = async (options) => {
  const site = await startSite({ RATE_LIMIT_SCALE: '100000' });
  try {
    const side = await signInSide(site);
    // Warm up for longer: at first, code is still being compiled concurrently.
    await side.measure(4 * options.seconds);
    return [
      { ...(await compareSides(side, hashSide, options)), target: 'at least 0.9' },
      await compareReadsDuring(`${CLIENTS} clients sign in`, site, options, (seconds) =>
        side.measure(seconds + 3),
      ),
    ];
  } finally {
    await site.stop();
  }
};

/** The clients run on the site's own cores with a lower priority. */
async function signInSide(site: Site): Promise<Side> {
  const { identity } = (await (await fetch(`${site.url}/api/config`)).json()) as {
    identity: { apiKey: string };
  };
  const address = (call: string) => `${site.url}/identity/v1/accounts:${call}?key=${identity.apiKey}`;
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
  const requests = accounts.map((account) => requestBytes(address('signInWithPassword'), account));
  return loadSide(`sign-in with a password, ${CLIENTS} clients`, (seconds) => ({
    url: site.url,
    server: site.pid,
    requests,
    connections: CLIENTS,
    seconds,
    statuses: [200],
    contains: '"idToken":"ey',
  }));
}

const hashSide: Side = {
  name: 'the hash alone',
  async measure(seconds) {
    const message: PeerJob = { peer: 'passwords', seconds };
    return (await sendToChild<Sample>('./peers/alone.ts', message)).reply;
  },
};
