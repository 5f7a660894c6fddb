import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { checkConsistency } from '../../tests/cluster/consistency.ts';
import type { Attempt } from '../../tests/cluster/requests.ts';
import { startTraffic } from '../../tests/cluster/traffic.ts';
import { startCluster } from '../cluster/cluster.ts';
import { events, type Happening } from '../cluster/events.ts';
import type { Measurement, Row } from '../measure.ts';

/** After each event, so that its consequences show. */
const REST_MS = 4000;
const MAX_RECOVERY_MS = 5000;

/**
 * Three replicas behind nginx, while what they stand on is killed, frozen, stopped and restarted. Twenty members come
 * and go; a write that broke or got a 5xx they send again under its Idempotency-Key. Nothing that got a response may be
 * lost, nothing be done twice, and no error be seen but those that each event allows.
 */
export const cluster: Measurement = async () => {
  await using cluster = await startCluster();
  const query = async (sql: string, values: unknown[]) => {
    const client = new pg.Client({ connectionString: cluster.postgres.url });
    await client.connect();
    await client.query(sql, values).finally(() => client.end());
  };
  const confirmAddress = (email: string) =>
    query('update identity_email set verified = 1 where email = $1', [email]);
  const traffic = await startTraffic({ origin: cluster.origin, members: 20, restMs: 120, confirmAddress });
  const rows: (() => Row)[] = [];
  for (const [name, event] of Object.entries(events)) {
    const from = performance.now();
    const happening = await event(cluster, traffic);
    await pause(REST_MS);
    const to = performance.now();
    rows.push(() => rowOf(name, { from, to }, happening, traffic.attempts));
  }
  await traffic.stop();
  const { lost, duplicated } = await checkConsistency(cluster.postgres.url, traffic.ledger);
  const { booked, cancelled, paid, photos, faults } = traffic.ledger;
  const done = `booked ${booked.size}, cancelled ${cancelled.size}, paid ${paid.size}, photos ${photos.size}`;
  const figures = [done, `lost ${lost.length}, done twice ${duplicated.length}`];
  const end = { label: 'cluster: at the end', figures, broken: [...lost, ...duplicated, ...faults] };
  return [...rows.map((row) => row()), end];
};

const isError = ({ outcome }: Attempt): boolean => outcome === 'broken' || outcome >= 500;

/** A request belongs to the phase in which it ended. */
function rowOf(
  name: string,
  { from, to }: { from: number; to: number },
  { backAt = from, allows = () => false }: Happening,
  all: readonly Attempt[],
): Row {
  const attempts = all.filter(({ endedAt }) => endedAt >= from && endedAt < to);
  const errors = attempts.filter(isError);
  const forbidden = errors.filter((error) => !allows(error));
  const recoveryMs = Math.max(0, ...errors.map(({ endedAt }) => endedAt - backAt));
  // Of what has to ask the database.
  const successes = attempts.filter((one) => one.personal && !isError(one)).map(({ endedAt }) => endedAt);
  const instants = [from, ...successes.sort((a, b) => a - b), to];
  const gapMs = Math.max(...instants.slice(1).map((each, n) => each - (instants[n] as number)));
  return {
    label: `cluster: ${name}`,
    figures: [
      `${attempts.length} requests`,
      `errors ${counted(errors)}`,
      `longest without a success ${gapMs.toFixed(0)} ms`,
      `errors end ${recoveryMs.toFixed(0)} ms after it is over`,
    ],
    broken: [
      ...(forbidden.length > 0 ? [`errors that must not be: ${counted(forbidden)}`] : []),
      ...(recoveryMs > MAX_RECOVERY_MS ? [`recovery took ${recoveryMs.toFixed(0)} ms`] : []),
    ],
  };
}

/** `503: 12 (book 4, list own 8)`. */
function counted(errors: Attempt[]): string {
  const parts = [...Map.groupBy(errors, ({ outcome }) => outcome)].map(([outcome, ones]) => {
    const calls = [...Map.groupBy(ones, ({ label }) => label)].map(
      ([label, { length }]) => `${label} ${length}`,
    );
    return `${outcome}: ${ones.length} (${calls.join(', ')})`;
  });
  return parts.join('; ') || 'none';
}
