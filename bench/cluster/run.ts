// npm run bench:cluster: three replicas under a crowd, while what they stand on is killed, restarted, stopped and rolled.
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { buildSite } from '../../scripts/set-up/site.mjs';
import { judge } from '../../tests/cluster/judge.ts';
import { startTraffic } from '../../tests/cluster/traffic.ts';
import { startCluster } from './cluster.ts';
import { missingEngines } from './engines.ts';
import {
  during,
  freezeReplica,
  killReplica,
  measureSpread,
  restartPostgres,
  rollAll,
  stopRedis,
} from './events.ts';
import { judgeMails } from './mails.ts';
import { type Phase, rowOf } from './phases.ts';
import { about, tableOf } from './report.ts';

const SECONDS = 60;
const MEMBERS = 20;
const REST_MS = 120;
const MOST_SPREAD_MS = 5000;
/** A mail that a killed replica had in hand is taken up by another after a minute. */
const MAILS_MS = 90_000;

const missing = missingEngines();
if (missing) {
  console.error(missing);
  process.exit(1);
}
await buildSite();
const cluster = await startCluster();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await cluster.stop();
}

async function run(): Promise<boolean> {
  const database = () => new pg.Client({ connectionString: cluster.postgres.url });
  const traffic = await startTraffic({ origin: cluster.origin, members: MEMBERS, restMs: REST_MS });
  const began = performance.now();
  const phases: Phase[] = [];
  let spread = { photo: 0, review: 0, revoked: 0 };

  phases.push(
    await during('nothing happens', 2000, async () => {
      await pause(3000);
      spread = await measureSpread(cluster, traffic, addReview);
      return undefined;
    }),
    await during('a replica is killed, and started again', 3000, () => killReplica(cluster, traffic)),
    await during('a replica freezes for 10 s, and goes on', 3000, () => freezeReplica(cluster, traffic)),
    await during('PostgreSQL is stopped for 3 s', 6000, () => restartPostgres(cluster)),
    await during('Redis is stopped for 5 s', 2000, () => stopRedis(cluster)),
    await during('all three roll to another build', 2000, () => rollAll(cluster, traffic)),
  );
  const left = SECONDS * 1000 - (performance.now() - began);
  if (left > 0) phases.push(await during('nothing happens', left, async () => undefined));
  await traffic.stop();
  const seconds = (performance.now() - began) / 1000;
  await untilOutboxEmpty();

  const found = await judge(cluster.postgres.url, traffic.ledger);
  const mails = judgeMails(cluster.mails, traffic.ledger.paid.values());
  const rows = phases.map((phase) => rowOf(phase, traffic.seen));
  const slow = Object.entries(spread).filter(([, ms]) => ms > MOST_SPREAD_MS);
  const broken = [
    ...rows.flatMap(({ phase, broken }) => broken.map((what) => `${phase}: ${what}`)),
    ...traffic.ledger.faults,
    ...found.lost,
    ...mails.lost.map((what) => `no ${what}`),
    ...found.doubled,
    ...mails.doubled.map((what) => `two: ${what}`),
    ...slow.map(([what, ms]) => `${what} seen everywhere only after ${Math.round(ms)} ms`),
  ];
  const lost = [...found.lost, ...mails.lost];
  const doubled = [...found.doubled, ...mails.doubled];
  const table = tableOf({ rows, seconds, ledger: traffic.ledger, lost, doubled, spread, mails, broken });
  console.log(table);
  writeFileSync(inRoot('docs', 'cluster.md'), `${about}${table}\n`);
  if (broken.length > 0) console.log(`What nginx and the replicas say:\n${cluster.complaints().join('\n')}`);
  return broken.length === 0;

  async function addReview(): Promise<void> {
    const client = database();
    await client.connect();
    await client.query(`insert into reviews (id, member_type, view_context, image, name, email)
      values ('r1', 'Donor', 'Every replica tells of me.', '', 'Rahim Uddin', 'rahim@example.org')`);
    await client.end();
  }

  async function untilOutboxEmpty(): Promise<void> {
    const since = performance.now();
    const client = database();
    await client.connect();
    while ((await client.query('select id from platform_outbox limit 1')).rowCount) {
      if (performance.now() - since > MAILS_MS) break;
      await pause(250);
    }
    await client.end();
  }
}
