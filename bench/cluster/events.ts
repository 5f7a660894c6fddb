import { setTimeout as pause } from 'node:timers/promises';
import type { Replica } from '../../tests/cluster/replica.ts';
import type { Attempt } from '../../tests/cluster/requests.ts';
import type { Traffic } from '../../tests/cluster/traffic.ts';
import type { Cluster } from './cluster.ts';

/** What was done to the cluster. Instants in ms of `performance.now()`. */
export type Happening = {
  /** When what was taken away was back, or others had taken over. */
  backAt?: number;
  /** Whether clients may see that error now; without it they may see none. */
  allows?: (error: Attempt) => boolean;
};
type Event = (cluster: Cluster, traffic: Traffic) => Promise<Happening>;

/** Below the time after which a client gives up, so that each request that was with it still gets its response. */
const FREEZE_MS = 10_000;

export const events: Record<string, Event> = {
  'nothing happens': async () => ({}),

  /** What was under way on it may break: sent before it was gone. */
  async 'a replica is killed, and started again'({ replicas }, traffic) {
    const [replica] = replicas as [Replica];
    const working = await createCrowd(traffic);
    const goneAt = await replica.kill();
    await Promise.all(working);
    await pause(3000);
    await replica.start();
    return { backAt: goneAt, allows: ({ sentAt }) => sentAt < goneAt };
  },

  /** Its transactions are ended meanwhile: what was inside one gets 503 when it goes on, and nobody else does. */
  async 'a replica freezes for 10 s, and goes on'({ replicas }, traffic) {
    const [, replica] = replicas as [Replica, Replica];
    const working = await createCrowd(traffic);
    replica.suspend();
    await pause(FREEZE_MS);
    const backAt = replica.resume();
    await Promise.all(working);
    const wasInside = ({ sentAt, endedAt }: Attempt) => sentAt < backAt && endedAt >= backAt;
    return { backAt, allows: (error) => error.outcome === 503 && wasInside(error) };
  },

  async 'PostgreSQL is stopped for 3 s'({ postgres }) {
    const awayAt = performance.now();
    await postgres.halt();
    await pause(3000);
    await postgres.resume();
    return {
      backAt: performance.now(),
      allows: ({ outcome, endedAt }) => outcome === 503 && endedAt >= awayAt,
    };
  },

  async 'Redis is stopped for 5 s'({ restartRedis }) {
    await restartRedis(5000);
    return { backAt: performance.now() };
  },

  async 'all three are stopped and started, one after the other'({ replicas }) {
    for (const replica of replicas) {
      const { code } = await replica.stop();
      if (code !== 0) throw new Error(`A replica ended with ${code}: ${replica.output()}`);
      await replica.start();
      await pause(2000);
    }
    return {};
  },
};

/** Fifteen more members, who book and upload at once: their requests are at the replicas, and none is done. */
async function createCrowd(traffic: Traffic): Promise<Promise<unknown>[]> {
  const work = await traffic.createCrowd(15);
  const working = work();
  await pause(20);
  return [working];
}
