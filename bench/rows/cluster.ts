import { setTimeout as pause } from 'node:timers/promises';
import { startClinic } from '../../tests/cluster/clinic.ts';
import { checkConsistency, checkPlaces } from '../../tests/cluster/consistency.ts';
import { query } from '../../tests/cluster/query.ts';
import type { Attempt } from '../../tests/cluster/requests.ts';
import { startTraffic } from '../../tests/cluster/traffic.ts';
import { startCluster } from '../cluster/cluster.ts';
import { events } from '../cluster/events.ts';
import { checkNginxCache } from '../cluster/nginx-cache.ts';
import type { Measurement, Row } from '../measure.ts';

/** Pause after each event, in which its consequences show. */
const PAUSE_MS = 4000;

/**
 * Three replicas behind nginx while parts of the cluster are killed, suspended, stopped and restarted. Twenty members
 * repeat failed writes with the same Idempotency-Key. No acknowledged write may be lost or done twice, and only the
 * errors that an event allows may occur.
 */
export const cluster: Measurement = async () => {
  await using cluster = await startCluster();
  const { origin, postgres } = cluster;
  const confirmAddress = async (email: string) =>
    void (await query(postgres.url, 'update identity_email set verified = 1 where email = $1', [email]));
  const traffic = await startTraffic({ origin, members: 20, restMs: 120, confirmAddress });
  const clinic = await startClinic(postgres.url, traffic);
  const rows = await Array.fromAsync(Object.entries(events), async ([name, event]) => {
    const from = performance.now();
    const isAllowed = await event(cluster, traffic);
    await pause(PAUSE_MS);
    // A request belongs to the phase in which it ended.
    const attempts = traffic.attempts.filter(({ endedAt }) => endedAt >= from);
    return rowOf(`cluster: ${name}`, from, attempts, isAllowed);
  });
  await clinic.stop();
  await traffic.stop();
  const misplaced = await checkPlaces(postgres.url);
  const { lost, duplicated } = await checkConsistency(postgres.url, traffic.ledger);
  const { booked, cancelled, paid, photos, chosenPlaces, movedPlaces, faults } = traffic.ledger;
  const figures = [
    `booked ${booked.size}, canceled ${cancelled.size}, paid ${paid.size}, photos ${photos.size}, held or offered places taken ${chosenPlaces}, places moved ${movedPlaces}`,
    `lost ${lost.length}, done twice ${duplicated.length}, places lost, overbooked or given twice ${misplaced.length}`,
  ];
  const violations = [...lost, ...duplicated, ...misplaced, ...faults];
  const wrongCache = await checkNginxCache(cluster);
  return [
    ...rows,
    { label: 'cluster: at the end', figures, violations },
    {
      label: 'cluster: cache of nginx, then all replicas stopped',
      figures: [`wrong: ${wrongCache.length}`],
      violations: wrongCache,
    },
  ];
};

const isError = ({ outcome }: Attempt): boolean => outcome === 'broken' || outcome >= 500;

/** Describes the requests since `from`. */
function rowOf(
  label: string,
  from: number,
  attempts: readonly Attempt[],
  isAllowed: (error: Attempt) => boolean = () => false,
): Row {
  const errors = attempts.filter(isError);
  const unexpected = errors.filter((error) => !isAllowed(error));
  // Only requests that need the database.
  const successes = attempts.filter((one) => one.personal && !isError(one)).map(({ endedAt }) => endedAt);
  const instants = [from, ...successes, performance.now()];
  const gapMs = Math.max(...instants.slice(1).map((each, n) => each - (instants[n] as number)));
  return {
    label,
    figures: [
      `${attempts.length} requests`,
      `errors ${formatErrors(errors)}`,
      `longest time without a success ${gapMs.toFixed(0)} ms`,
    ],
    violations: unexpected.length > 0 ? [`errors that are not allowed: ${formatErrors(unexpected)}`] : [],
  };
}

/** `502: 3, 503: 12`. */
function formatErrors(errors: Attempt[]): string {
  const groups = [...Map.groupBy(errors, ({ outcome }) => outcome)];
  return groups.map(([outcome, { length }]) => `${outcome}: ${length}`).join(', ') || 'none';
}
