import { setTimeout as pause } from 'node:timers/promises';
import type { Replica } from '../../tests/cluster/replica.ts';
import type { Seen } from '../../tests/cluster/requests.ts';
import type { Traffic } from '../../tests/cluster/traffic.ts';
import type { Cluster } from './cluster.ts';

/** What was done to the cluster. Instants in ms of `performance.now()`. */
export type Happening = {
  /** When what was taken away was back, or others had taken over. */
  backAt?: number;
  /** Whether clients may see that error now; without it they may see none. */
  allows?: (error: Seen) => boolean;
  /** Rules that it broke by itself: an exit code, a time. */
  broken?: string[];
};

export const isError = ({ outcome }: Seen): boolean => outcome === 'broken' || outcome >= 500;

const MAX_STOP_MS = 30_000;
/** Below the time after which a client gives up, so that each request that was with it still gets its response. */
const FREEZE_MS = 10_000;

/** What was under way on it may break: sent before it was gone. */
export async function killReplica({ replicas }: Cluster, traffic: Traffic): Promise<Happening> {
  const [replica] = replicas as [Replica];
  const working = await begin(traffic);
  const goneAt = await replica.kill();
  await working;
  await pause(3000);
  await replica.start();
  return { backAt: goneAt, allows: ({ sentAt }) => sentAt < goneAt };
}

/** Its transactions are ended meanwhile: what was inside one gets 503 when it goes on, and nobody else does. */
export async function freezeReplica({ replicas }: Cluster, traffic: Traffic): Promise<Happening> {
  const [, replica] = replicas as [Replica, Replica];
  const working = await begin(traffic);
  replica.freeze();
  await pause(FREEZE_MS);
  const thawedAt = replica.thaw();
  await working;
  return {
    backAt: thawedAt,
    allows: ({ outcome, sentAt, endedAt }) => outcome === 503 && sentAt < thawedAt && endedAt >= thawedAt,
  };
}

/** Fifteen members book and upload at once. */
async function begin(traffic: Traffic) {
  const crowd = await traffic.gather(15);
  const working = crowd();
  // Time enough for the requests to be at the replicas, and too little for an upload to be done.
  await pause(20);
  return [working];
}

export async function restartPostgres({ postgres }: Cluster): Promise<Happening> {
  const awayAt = performance.now();
  await postgres.halt();
  await pause(3000);
  await postgres.resume();
  return {
    backAt: performance.now(),
    allows: ({ outcome, endedAt }) => outcome === 503 && endedAt >= awayAt,
  };
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
  for (const replica of replicas) {
    const { code, ms } = await replica.stop();
    if (code !== 0) broken.push(`a replica ended with ${code}: ${replica.output()}`);
    if (ms > MAX_STOP_MS) broken.push(`a replica took ${Math.round(ms)} ms to stop`);
    await replica.start(builds.next);
    await untilServed(traffic, 100);
  }
  return { broken };
}

/** Until so many more requests in a row got no error. */
async function untilServed({ seen }: Traffic, more: number): Promise<void> {
  const enough = seen.length + more;
  while (seen.length < enough || seen.slice(-more).some(isError)) await pause(50);
}
