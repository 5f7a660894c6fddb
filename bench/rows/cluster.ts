import { setTimeout as pause } from 'node:timers/promises';
import { startClinic } from '../../tests/cluster/clinic.ts';
import { checkConsistency, checkSlots } from '../../tests/cluster/consistency.ts';
import { query } from '../../tests/cluster/query.ts';
import type { Replica } from '../../tests/cluster/replica.ts';
import type { Attempt } from '../../tests/cluster/requests.ts';
import { startTraffic, type Traffic } from '../../tests/cluster/traffic.ts';
import { type Cluster, startCluster } from '../cluster/cluster.ts';
import type { Measurement, Row } from '../measure.ts';

/** Pause after each event, so that late errors are attributed to it. */
const PAUSE_MS = 4000;
/** Less than a client's timeout, so that requests to the frozen replica still get their responses. */
const FREEZE_MS = 10_000;
const MAX_RECOVERY_MS = 5000;
const MAX_FAILOVER_MS = 45_000;

/** Causes an event, and returns which errors clients may see because of it. */
type Event = (cluster: Cluster, traffic: Traffic) => Promise<(error: Attempt) => boolean>;

const events: Record<string, Event> = {
  /** Requests in progress may break if they were sent before the kill. */
  async 'a site is killed and restarted'({ replicas }, traffic) {
    const [site] = replicas as [Replica];
    const crowd = await startCrowd(traffic);
    const killedAt = await site.kill();
    await crowd.work;
    await pause(3000);
    await site.start();
    return ({ sentAt, endedAt }) => sentAt < killedAt && endedAt < killedAt + MAX_RECOVERY_MS;
  },

  /**
   * The database aborts the transactions of the frozen replica, so their requests get 503. Other requests
   * succeed.
   */
  async 'a site is frozen for 10 s'({ replicas }, traffic) {
    const [, site] = replicas as [Replica, Replica];
    const crowd = await startCrowd(traffic);
    site.suspend();
    await pause(FREEZE_MS);
    const resumedAt = site.resume();
    await crowd.work;
    return ({ outcome, sentAt, endedAt }) =>
      outcome === 503 && sentAt < resumedAt && endedAt >= resumedAt && endedAt < resumedAt + MAX_RECOVERY_MS;
  },

  /** The standby takes over. Until then, requests that need the database get 503 with Retry-After. */
  async 'the primary of PostgreSQL is killed'({ postgres }) {
    const killedAt = performance.now();
    await postgres.killPrimary();
    await pause(MAX_FAILOVER_MS);
    return ({ outcome, hasRetryAfter, endedAt }) =>
      outcome === 503 && hasRetryAfter && endedAt >= killedAt && endedAt < killedAt + MAX_FAILOVER_MS;
  },
};

/**
 * Runs two replicas of a site behind nginx and two PostgreSQL servers under Patroni, while parts are killed
 * or frozen. Twenty members repeat failed writes with the same Idempotency-Key. No acknowledged write may be
 * lost or done twice, and clients may see only the errors that the event allows.
 */
export const cluster: Measurement = async () => {
  await using cluster = await startCluster();
  const { origin, postgres } = cluster;
  const confirmAddress = async (email: string) =>
    void (await query(postgres.url, 'update identity_email set verified = 1 where email = $1', [email]));
  const timeoutMs = 2 * MAX_FAILOVER_MS;
  const traffic = await startTraffic({ origin, members: 20, restMs: 120, confirmAddress, timeoutMs });
  const clinic = await startClinic(postgres.url, traffic);
  const rows = await Array.fromAsync(Object.entries(events), async ([name, event]) => {
    const from = performance.now();
    const isAllowed = await event(cluster, traffic);
    await pause(PAUSE_MS);
    // Attribute each request to the event during which it ended.
    const attempts = traffic.attempts.filter(({ endedAt }) => endedAt >= from);
    return describe(name, from, attempts, isAllowed);
  });
  await clinic.stop();
  await traffic.stop();
  const misplaced = await checkSlots(postgres.url);
  const { lost, duplicated } = await checkConsistency(postgres.url, traffic.ledger);
  const { booked, canceled, paid, photos, chosenSlots, movedSlots, faults } = traffic.ledger;
  return [
    ...rows,
    {
      label: 'at the end',
      figures: [
        `booked ${booked.size}, canceled ${canceled.size}, paid ${paid.size}, photos ${photos.size}`,
        `held or offered slots taken ${chosenSlots}, slots moved ${movedSlots}`,
        `lost ${lost.length}, done twice ${duplicated.length}, slots lost, overbooked or given twice ${misplaced.length}`,
      ],
      violations: [...lost, ...duplicated, ...misplaced, ...faults],
    },
  ];
};

/** Creates fifteen more members, who book and upload. Returns while their requests are in progress. */
async function startCrowd(traffic: Traffic): Promise<{ work: Promise<unknown> }> {
  const start = await traffic.createCrowd(15);
  const work = start();
  await pause(20);
  return { work };
}

/** Describes the requests since `from`. */
function describe(
  label: string,
  from: number,
  attempts: readonly Attempt[],
  isAllowed: (error: Attempt) => boolean,
): Row {
  const isError = ({ outcome }: Attempt) => outcome === 'broken' || outcome >= 500;
  const errors = attempts.filter(isError);
  const unexpected = errors.filter((error) => !isAllowed(error));
  // Count only requests that need the database.
  const successes = attempts.filter((one) => one.isPersonal && !isError(one)).map(({ endedAt }) => endedAt);
  const instants = [from, ...successes, performance.now()];
  const gapMs = Math.max(...instants.slice(1).map((instant, n) => instant - (instants[n] as number)));
  const gap = `longest time without a success ${(gapMs / 1000).toFixed(1)} s`;
  return {
    label,
    figures: [`${attempts.length} requests`, `errors ${formatErrors(errors)}`, gap],
    violations: unexpected.map((error) => `not allowed: ${JSON.stringify(error)}`).slice(0, 5),
  };
}

/** Counts the errors by outcome: `502: 3, 503: 12`, or `none`. */
const formatErrors = (errors: Attempt[]): string =>
  [...Map.groupBy(errors, ({ outcome }) => outcome)]
    .map(([outcome, { length }]) => `${outcome}: ${length}`)
    .join(', ') || 'none';
