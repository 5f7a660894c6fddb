import { setTimeout as pause } from 'node:timers/promises';
import { lists, statusOf, untilEverywhere } from '../../tests/cluster/everywhere.ts';
import type { Replica } from '../../tests/cluster/replica.ts';
import type { Traffic } from '../../tests/cluster/traffic.ts';
import type { Cluster } from './cluster.ts';
import { isError, type Phase } from './phases.ts';

type Happening = Partial<Pick<Phase, 'backAt' | 'allows' | 'broken'>>;

const none = () => false;
const MOST_STOP_MS = 30_000;

/** Runs a part of the run, and a while longer, so that its consequences show. */
export async function during(
  name: string,
  afterMs: number,
  happen: () => Promise<Happening | undefined>,
): Promise<Phase> {
  const from = performance.now();
  const { allows = none, broken = [], ...rest } = (await happen()) ?? {};
  await pause(afterMs);
  return { name, from, to: performance.now(), allows, broken, ...rest };
}

/** Broken may be what was under way on it: sent before it was gone. */
export async function killReplica({ replicas }: Cluster, traffic: Traffic): Promise<Happening> {
  const [replica] = replicas as [Replica];
  const crowd = await traffic.gather(15);
  const working = crowd();
  // Time enough for the requests to be at the replicas, and too little for an upload to be done.
  await pause(20);
  const goneAt = await replica.kill();
  await working;
  await pause(3000);
  await replica.start();
  return { backAt: goneAt, allows: ({ sentAt }) => sentAt < goneAt };
}

/** Below the time after which a client gives up, so that each request that was with it still gets its response. */
const FREEZE_MS = 10_000;

/** Its transactions are ended meanwhile: what was inside one is told 503 when it goes on, and nobody else is. */
export async function freezeReplica({ replicas }: Cluster, traffic: Traffic): Promise<Happening> {
  const [, replica] = replicas as [Replica, Replica];
  const crowd = await traffic.gather(15);
  const working = crowd();
  await pause(20);
  replica.freeze();
  await pause(FREEZE_MS);
  const thawedAt = replica.thaw();
  await working;
  return {
    backAt: thawedAt,
    allows: ({ outcome, sentAt, endedAt }) => outcome === 503 && sentAt < thawedAt && endedAt >= thawedAt,
  };
}

export async function restartPostgres({ postgres }: Cluster): Promise<Happening> {
  const awayAt = performance.now();
  await postgres.halt();
  await pause(3000);
  await postgres.resume();
  const backAt = performance.now();
  return { backAt, allows: (error) => error.outcome === 503 && error.endedAt >= awayAt };
}

export async function stopRedis({ redis }: Cluster): Promise<Happening> {
  await redis.stop();
  await pause(5000);
  await redis.start();
  return { backAt: performance.now() };
}

/** One after the other to the next build; the next one only when the one before serves again. */
export async function rollAll({ replicas, builds }: Cluster, traffic: Traffic): Promise<Happening> {
  const broken: string[] = [];
  const told: string[] = [];
  for (const replica of replicas) {
    const { code, ms } = await replica.stop();
    told.push(`${(ms / 1000).toFixed(1)} s (${new Date().toISOString().slice(11, 23)})`);
    if (code !== 0) broken.push(`a replica ended with ${code}: ${replica.output()}`);
    if (ms > MOST_STOP_MS) broken.push(`a replica took ${Math.round(ms)} ms to stop`);
    await replica.start(builds.next);
    await untilServed(traffic, 100);
  }
  console.log(`Stopped after SIGTERM within ${told.join(', ')}.`);
  return { broken };
}

/** Until so many more requests were answered. */
async function untilServed({ seen }: Traffic, more: number): Promise<void> {
  const enough = seen.length + more;
  while (seen.slice(-more).filter((one) => !isError(one)).length < more || seen.length < enough)
    await pause(50);
}

/** How long it takes until every replica knows, in ms. */
export async function measureSpread({ origins }: Cluster, traffic: Traffic, addReview: () => Promise<void>) {
  const member = await traffic.newMember();
  const own = (origin: string) => `${origin}/api/appointments?email=${member.email}`;
  await untilEverywhere(origins, async (origin) => (await statusOf(own(origin), member.token())) === 200);
  const before = new Set(traffic.ledger.photos.keys());
  await member.addPhoto();
  const added = [...traffic.ledger.photos.entries()].filter(([id]) => !before.has(id));
  const photo = await untilEverywhere(origins, async (origin) => {
    const seen = await Promise.all(added.map(([id]) => lists(`${origin}/api/photo?limit=24`, id)));
    return seen.every(Boolean);
  });
  await addReview();
  const review = await untilEverywhere(origins, (origin) => lists(`${origin}/api/reviews`, 'Every replica'));
  const token = await member.signOut();
  const revoked = await untilEverywhere(
    origins,
    async (origin) => (await statusOf(own(origin), token)) === 403,
  );
  return { photo, review, revoked };
}
