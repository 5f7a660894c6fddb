import { setTimeout as pause } from 'node:timers/promises';
import type { Replica } from '../../tests/cluster/replica.ts';
import type { Attempt } from '../../tests/cluster/requests.ts';
import type { Traffic } from '../../tests/cluster/traffic.ts';
import type { Cluster } from './cluster.ts';

/** Returns which errors clients may see because of the event; default: none. */
type Event = (cluster: Cluster, traffic: Traffic) => Promise<((error: Attempt) => boolean) | undefined>;

/** Less than a client's timeout, so that requests to a suspended replica still get their responses. */
const SUSPEND_MS = 10_000;
const MAX_RECOVERY_MS = 5000;

export const events: Record<string, Event> = {
  'no event': async () => undefined,

  /** Requests in progress may break if they were sent before the kill. */
  async 'a replica is killed and restarted'({ replicas }, traffic) {
    const [replica] = replicas as [Replica];
    const crowd = await startCrowd(traffic);
    const killedAt = await replica.kill();
    await crowd.work;
    await pause(3000);
    await replica.start();
    return ({ sentAt, endedAt }) => sentAt < killedAt && endedAt < killedAt + MAX_RECOVERY_MS;
  },

  /** The database aborts the transactions of the frozen replica, so their requests get 503. No other request fails. */
  async 'a replica is suspended for 10 s'({ replicas }, traffic) {
    const [, replica] = replicas as [Replica, Replica];
    const crowd = await startCrowd(traffic);
    replica.suspend();
    await pause(SUSPEND_MS);
    const resumedAt = replica.resume();
    await crowd.work;
    return ({ outcome, sentAt, endedAt }) =>
      outcome === 503 && sentAt < resumedAt && endedAt >= resumedAt && endedAt < resumedAt + MAX_RECOVERY_MS;
  },

  async 'PostgreSQL is stopped for 3 s'({ postgres }) {
    const stoppedAt = performance.now();
    await postgres.halt();
    await pause(3000);
    await postgres.resume();
    const recoveredAt = performance.now() + MAX_RECOVERY_MS;
    return ({ outcome, endedAt }) => outcome === 503 && endedAt >= stoppedAt && endedAt < recoveredAt;
  },

  async 'Redis is stopped for 5 s'({ restartRedis }) {
    await restartRedis(5000);
    return undefined;
  },

  async 'all three replicas are restarted, one after the other'({ replicas }) {
    for (const replica of replicas) {
      const { code } = await replica.stop();
      if (code !== 0) throw new Error(`A replica ended with ${code}: ${replica.output()}`);
      await replica.start();
      await pause(2000);
    }
    return undefined;
  },
};

/** Creates fifteen more members who book and upload, and returns while their requests are in progress. */
async function startCrowd(traffic: Traffic): Promise<{ work: Promise<unknown> }> {
  const start = await traffic.createCrowd(15);
  const crowd = { work: start() };
  await pause(20);
  return crowd;
}
