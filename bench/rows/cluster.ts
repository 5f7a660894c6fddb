import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startClinic } from '../../tests/cluster/clinic.ts';
import { checkConsistency, checkPlaces } from '../../tests/cluster/consistency.ts';
import type { Attempt } from '../../tests/cluster/requests.ts';
import { startTraffic } from '../../tests/cluster/traffic.ts';
import { startCluster } from '../cluster/cluster.ts';
import { type EventEffect, events } from '../cluster/events.ts';
import type { Measurement, Row } from '../measure.ts';

/** Pause after each event, in which its consequences show. */
const PAUSE_MS = 4000;
const MAX_RECOVERY_MS = 5000;

/**
 * Three replicas behind nginx while parts of the cluster are killed, suspended, stopped and restarted. Twenty members
 * repeat failed writes with the same Idempotency-Key. No acknowledged write may be lost or done twice, and only the
 * errors that an event allows may occur.
 */
export const cluster: Measurement = async () => {
  await using cluster = await startCluster();
  const confirmAddress = async (email: string) => {
    const client = new pg.Client({ connectionString: cluster.postgres.url });
    await client.connect();
    const confirmed = client.query('update identity_email set verified = 1 where email = $1', [email]);
    await confirmed.finally(() => client.end());
  };
  const traffic = await startTraffic({ origin: cluster.origin, members: 20, restMs: 120, confirmAddress });
  const clinic = await startClinic(cluster.postgres.url, traffic);
  const rows: (() => Row)[] = [];
  for (const [name, event] of Object.entries(events)) {
    const from = performance.now();
    const effect = await event(cluster, traffic);
    await pause(PAUSE_MS);
    const to = performance.now();
    rows.push(() => rowOf(name, { from, to }, effect, traffic.attempts));
  }
  await clinic.stop();
  await traffic.stop();
  const misplaced = await checkPlaces(cluster.postgres.url);
  const { lost, duplicated } = await checkConsistency(cluster.postgres.url, traffic.ledger);
  const { booked, cancelled, paid, photos, chosenPlaces, movedPlaces, faults } = traffic.ledger;
  const done = `booked ${booked.size}, canceled ${cancelled.size}, paid ${paid.size}, photos ${photos.size}, held or offered places taken ${chosenPlaces}, places moved ${movedPlaces}`;
  const figures = [
    done,
    `lost ${lost.length}, done twice ${duplicated.length}, places lost, overbooked or given twice ${misplaced.length}`,
  ];
  const violations = [...lost, ...duplicated, ...misplaced, ...faults];
  const end = { label: 'cluster: at the end', figures, violations };
  return [...rows.map((row) => row()), end];
};

const isError = ({ outcome }: Attempt): boolean => outcome === 'broken' || outcome >= 500;

/** A request belongs to the phase in which it ended. */
function rowOf(
  name: string,
  { from, to }: { from: number; to: number },
  { recoveredAt = from, isErrorAllowed = () => false }: EventEffect,
  all: readonly Attempt[],
): Row {
  const attempts = all.filter(({ endedAt }) => endedAt >= from && endedAt < to);
  const errors = attempts.filter(isError);
  const unexpected = errors.filter((error) => !isErrorAllowed(error));
  const recoveryMs = Math.max(0, ...errors.map(({ endedAt }) => endedAt - recoveredAt));
  // Only requests that need the database.
  const successes = attempts.filter((one) => one.personal && !isError(one)).map(({ endedAt }) => endedAt);
  const instants = [from, ...successes.sort((a, b) => a - b), to];
  const gapMs = Math.max(...instants.slice(1).map((each, n) => each - (instants[n] as number)));
  return {
    label: `cluster: ${name}`,
    figures: [
      `${attempts.length} requests`,
      `errors ${formatErrors(errors)}`,
      `longest time without a success ${gapMs.toFixed(0)} ms`,
      `errors end ${recoveryMs.toFixed(0)} ms after the event`,
    ],
    violations: [
      ...(unexpected.length > 0 ? [`errors that are not allowed: ${formatErrors(unexpected)}`] : []),
      ...(recoveryMs > MAX_RECOVERY_MS ? [`recovery took ${recoveryMs.toFixed(0)} ms`] : []),
    ],
  };
}

/** `502: 3, 503: 12`. */
function formatErrors(errors: Attempt[]): string {
  const groups = [...Map.groupBy(errors, ({ outcome }) => outcome)];
  return groups.map(([outcome, { length }]) => `${outcome}: ${length}`).join(', ') || 'none';
}
