import { type Site, startSite } from '../../e2e/support/site.ts';
import { sendToChild } from '../child.ts';
import { besideReads } from '../load/beside-reads.ts';
import { requestBytes } from '../load/connection.ts';
import { loadSide } from '../load/run.ts';
import { compareSides, type Measurement, type Sample, type Side } from '../measure.ts';
import type { Alone } from '../peers/alone.ts';

const CLIENTS = 32;

/** Sign-ins with a password, against nothing but the hash of it; and what they do to readers. */
export const signIn: Measurement = async (options) => {
  const site = await startSite({ RATE_LIMIT_SCALE: '100000' });
  try {
    const side = await signInSide(site);
    // A site that has been up for a while: until then its code is still being compiled beside it.
    await side.measure(4 * options.seconds);
    return [
      { ...(await compareSides(side, hashSide, options)), target: 'at least 0.9' },
      await besideReads(`${CLIENTS} clients sign in`, site, options, (seconds) => side.measure(seconds + 3)),
    ];
  } finally {
    await site.stop();
  }
};

/** The clients are on the site's own cores, and give way to it. */
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
    if (!response.ok)
      throw new Error(`A sign-up was refused with ${response.status}: ${await response.text()}`);
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
    const message: Alone = { peer: 'passwords', seconds };
    return (await sendToChild<Sample>('./peers/alone.ts', message)).told;
  },
};
