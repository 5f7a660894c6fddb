import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseFile } from '#platform/database/sqlite-snapshot.ts';
import { minutes } from '#platform/time.ts';
import type { Ledger } from '../cluster/ledger.ts';
import { startTraffic, type Works } from '../cluster/traffic.ts';
import { startProcess, startSite, stop } from '../process.ts';
import { listIncompleteWork } from './incomplete-work.ts';

/** Mostly what writes. */
const works: Works = [
  [8, (member) => member.list()],
  [16, (member) => member.book()],
  [5, (member) => member.cancel()],
  [8, (member) => member.pay()],
  [8, (member) => member.addPhoto()],
  [4, (member) => member.report()],
  [3, (member) => member.signIn()],
];
const MEMBERS = 8;
/** One in so many dies while it starts. */
const DIES_STARTING = 6;
const STARTING_MS = 800;
const RUNNING_MS = 1200;
/** On a slow machine one call may not come to its end between many kills. */
const PATIENCE_MS = minutes(4);
/** A payment comes home within 30 s of the next start; the judge tells what has not by then. */
const QUIET_MS = 40_000;

/** Straight in the database, beside the server: the links of emails would have to outlive the kills. */
function confirmIn(dataDir: string) {
  return async (email: string) => {
    using db = new DatabaseSync(join(dataDir, databaseFile), { timeout: 5000 });
    db.prepare('update identity_email set verified = 1 where email = ?').run(email);
  };
}

/**
 * Kills the site at so many random moments while members work on it, and starts it again each time; then lets the
 * members come to an end. What they were told is in the ledger. Which moments, and what they do, comes from the seed.
 * Gives how many requests were broken off.
 */
export async function playRound(options: {
  environment: Record<string, string>;
  ledger: Ledger;
  kills: number;
  seed: number;
}): Promise<number> {
  const { environment, ledger, kills, seed } = options;
  const random = seeded(seed);
  let startMs = 0;
  const start = async () => {
    const since = performance.now();
    const started = await startSite(environment);
    startMs = performance.now() - since;
    return started;
  };
  let site = await start();
  try {
    const traffic = await startTraffic({
      origin: site.origin,
      members: MEMBERS,
      restMs: 20,
      works,
      ledger,
      random: seeded(seed + 0.5),
      timeoutMs: PATIENCE_MS,
      confirmAddress: confirmIn(String(environment.DATA_DIR)),
    });
    for (let killed = 0; killed < kills; killed += 1) {
      // A machine that takes longer to start takes longer for all else.
      await pause(random() * Math.max(RUNNING_MS, startMs));
      await stop(site, 'SIGKILL');
      if (killed + 1 < kills && random() < 1 / DIES_STARTING) {
        const starting = startProcess('app/main.ts', [], environment);
        await pause(random() * STARTING_MS);
        await stop(starting, 'SIGKILL');
        killed += 1;
      }
      site = await start();
    }
    // On a slow machine so few kills leave time for little.
    while (!hasEachKind(ledger)) await pause(50);
    await traffic.stop();
    await untilQuiet(environment.DATA_DIR ?? '');
    return traffic.seen.filter(({ outcome }) => outcome === 'broken').length;
  } finally {
    await stop(site);
  }
}

const hasEachKind = ({ booked, cancelled, paid, photos, reports }: Ledger): boolean =>
  [booked, cancelled, paid, photos, reports].every(({ size }) => size > 0);

/** Until what was to follow has followed: mails are written, and every charge has come home. */
async function untilQuiet(dataDir: string): Promise<void> {
  const since = performance.now();
  while (listIncompleteWork(dataDir).length > 0 && performance.now() - since < QUIET_MS) await pause(50);
}

/** Numbers from 0 to 1, the same ones for the same seed. */
function seeded(seed: number): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32LE() / 2 ** 32;
  };
}
