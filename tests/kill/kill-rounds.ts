import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseFile } from '#platform/files/data-folder.ts';
import { minutes } from '#platform/time.ts';
import type { Ledger } from '../cluster/ledger.ts';
import { startTraffic, type WeightedActions } from '../cluster/traffic.ts';
import { startProcess, startSite, stop } from '../process.ts';
import { listIncompleteWork } from './incomplete-work.ts';

const actions: WeightedActions = [
  [8, (member) => member.list()],
  [16, (member) => member.book()],
  [5, (member) => member.cancel()],
  [8, (member) => member.pay()],
  [8, (member) => member.addPhoto()],
  [4, (member) => member.report()],
  [3, (member) => member.signIn()],
];
const MEMBERS = 8;
/** About one kill in six is followed by another one while the site starts. */
const KILLS_PER_STARTUP_KILL = 6;
const MAX_STARTUP_DELAY_MS = 800;
const MAX_RUN_MS = 1200;
/** On a slow machine, a request may be interrupted by many kills. */
const TIMEOUT_MS = minutes(4);
/** A payment is settled within 30 s of the next start. The consistency check reports those that are not. */
const SETTLE_TIMEOUT_MS = 40_000;

/** Confirms addresses directly in the database, because links in emails would have to survive the kills. */
function createAddressConfirmer(dataDir: string) {
  return async (email: string) => {
    using db = new DatabaseSync(join(dataDir, databaseFile), { timeout: 5000 });
    db.prepare('update identity_email set verified = 1 where email = ?').run(email);
  };
}

/**
 * Kills the site at random times while members use it, and restarts it each time. Then the members finish.
 * `ledger` receives what the site acknowledged. `seed` determines times and actions.
 * @returns the number of requests that broke
 */
export async function runKillRound(options: {
  environment: Record<string, string>;
  ledger: Ledger;
  kills: number;
  seed: number;
}): Promise<number> {
  const { environment, ledger, kills, seed } = options;
  const random = createRandom(seed);
  let startMs = 0;
  const start = async () => {
    const startedAt = performance.now();
    const started = await startSite(environment);
    startMs = performance.now() - startedAt;
    return started;
  };
  let site = await start();
  try {
    const traffic = await startTraffic({
      origin: site.origin,
      members: MEMBERS,
      restMs: 20,
      actions,
      ledger,
      random: createRandom(seed + 0.5),
      timeoutMs: TIMEOUT_MS,
      confirmAddress: createAddressConfirmer(String(environment.DATA_DIR)),
    });
    for (let killed = 0; killed < kills; killed += 1) {
      // Where the site starts slowly, let it run for longer, because such a machine is slow in everything.
      await pause(random() * Math.max(MAX_RUN_MS, startMs));
      await stop(site, 'SIGKILL');
      if (killed + 1 < kills && random() < 1 / KILLS_PER_STARTUP_KILL) {
        const starting = startProcess('app/main.ts', [], environment);
        await pause(random() * MAX_STARTUP_DELAY_MS);
        await stop(starting, 'SIGKILL');
        killed += 1;
      }
      site = await start();
    }
    // On a slow machine the kills may leave too little time for every kind of action.
    while (!hasAllKinds(ledger)) await pause(50);
    await traffic.stop();
    await waitUntilSettled(environment.DATA_DIR ?? '');
    return traffic.attempts.filter(({ outcome }) => outcome === 'broken').length;
  } finally {
    await stop(site);
  }
}

const hasAllKinds = ({ booked, canceled, paid, photos, reports }: Ledger): boolean =>
  [booked, canceled, paid, photos, reports].every(({ size }) => size > 0);

/** Waits until no work is incomplete, at most for SETTLE_TIMEOUT_MS. */
async function waitUntilSettled(dataDir: string): Promise<void> {
  const startedAt = performance.now();
  while (listIncompleteWork(dataDir).length > 0 && performance.now() - startedAt < SETTLE_TIMEOUT_MS)
    await pause(50);
}

/** Returns a generator of pseudorandom numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32LE() / 2 ** 32;
  };
}
