import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { judge } from '../../tests/cluster/judge.ts';
import type { Seen } from '../../tests/cluster/requests.ts';
import { startTraffic, type Traffic } from '../../tests/cluster/traffic.ts';
import { type Cluster, startCluster } from '../cluster/cluster.ts';
import { assertEngines } from '../cluster/engines.ts';
import {
  freezeReplica,
  type Happening,
  isError,
  killReplica,
  restartPostgres,
  rollAll,
  stopRedis,
} from '../cluster/events.ts';
import type { Measurement, Row } from '../measure.ts';

const MEMBERS = 20;
const REST_MS = 120;
const MAX_RECOVERY_MS = 5000;
const MAX_OUTBOX_MS = 90_000;

type Phase = Happening & { name: string; from: number; to: number };
type Event = {
  name: string;
  restMs: number;
  happen: (cluster: Cluster, traffic: Traffic) => Promise<Happening>;
};

const events: Event[] = [
  { name: 'nothing happens', restMs: 5000, happen: async () => ({}) },
  { name: 'a replica is killed, and started again', restMs: 3000, happen: killReplica },
  { name: 'a replica freezes for 10 s, and goes on', restMs: 3000, happen: freezeReplica },
  { name: 'PostgreSQL is stopped for 3 s', restMs: 6000, happen: restartPostgres },
  { name: 'Redis is stopped for 5 s', restMs: 2000, happen: stopRedis },
  { name: 'all three roll to another build', restMs: 2000, happen: rollAll },
];

/**
 * Three replicas behind nginx, while what they stand on is killed, frozen, stopped and rolled. Twenty members come and
 * go; a write that broke or got a 5xx they send again under its Idempotency-Key. Nothing that got a response may be
 * lost, nothing be done twice, and no error be seen but those that each event allows.
 */
export const cluster: Measurement = async () => {
  assertEngines();
  await using cluster = await startCluster();
  const query = async (sql: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: cluster.postgres.url });
    await client.connect();
    return client.query(sql, values).finally(() => client.end());
  };
  const traffic = await startTraffic({
    origin: cluster.origin,
    members: MEMBERS,
    restMs: REST_MS,
    async confirmAddress(email) {
      await query('update identity_email set verified = 1 where email = $1', [email]);
    },
  });
  const phases: Phase[] = [];
  for (const { name, restMs, happen } of events) {
    const from = performance.now();
    const happening = await happen(cluster, traffic);
    // A while longer, so that its consequences show.
    await pause(restMs);
    phases.push({ name, from, to: performance.now(), ...happening });
  }
  await traffic.stop();
  const until = performance.now() + MAX_OUTBOX_MS;
  while ((await query('select id from platform_outbox limit 1')).rowCount && performance.now() < until)
    await pause(250);
  const { lost, doubled } = await judge(cluster.postgres.url, traffic.ledger);
  const { booked, cancelled, paid, photos, faults } = traffic.ledger;
  return [
    ...phases.map((phase) => rowOf(phase, traffic.seen)),
    {
      what: 'cluster: at the end',
      figures: [
        `booked ${booked.size}, cancelled ${cancelled.size}, paid ${paid.size}, photos ${photos.size}`,
        `lost ${lost.length}, done twice ${doubled.length}`,
      ],
      broken: [...lost, ...doubled, ...faults],
    },
  ];
};

/** A request belongs to the phase in which it ended. */
function rowOf(
  { name, from, to, backAt, allows = () => false, broken = [] }: Phase,
  all: readonly Seen[],
): Row {
  const seen = all.filter(({ endedAt }) => endedAt >= from && endedAt < to);
  const errors = seen.filter(isError);
  const forbidden = errors.filter((error) => !allows(error));
  const recoveryMs = backAt === undefined ? 0 : Math.max(0, ...errors.map(({ endedAt }) => endedAt - backAt));
  return {
    what: `cluster: ${name}`,
    figures: [
      `${seen.length} requests`,
      `errors ${counted(errors)}`,
      `longest without a success ${longestGap(from, to, seen).toFixed(0)} ms`,
      ...(backAt === undefined ? [] : [`last error ${recoveryMs.toFixed(0)} ms after it was back`]),
    ],
    broken: [
      ...broken,
      ...(forbidden.length > 0 ? [`errors that must not be: ${counted(forbidden)}`] : []),
      ...(recoveryMs > MAX_RECOVERY_MS ? [`recovery took ${recoveryMs.toFixed(0)} ms`] : []),
    ],
  };
}

/** Of what has to ask the database. */
function longestGap(from: number, to: number, seen: Seen[]): number {
  const good = seen.filter((one) => one.personal && !isError(one)).map(({ endedAt }) => endedAt);
  const at = [from, ...good.sort((a, b) => a - b), to];
  return Math.max(...at.slice(1).map((each, n) => each - (at[n] as number)));
}

/** `503: 12 (book 4, list own 8)`. */
function counted(errors: Seen[]): string {
  const parts = [...Map.groupBy(errors, ({ outcome }) => outcome)].map(([outcome, ones]) => {
    const whats = [...Map.groupBy(ones, ({ what }) => what)].map(([what, { length }]) => `${what} ${length}`);
    return `${outcome}: ${ones.length} (${whats.join(', ')})`;
  });
  return parts.join('; ') || 'none';
}
