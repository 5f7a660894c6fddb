// Runs the simulation (tests/simulation): `npm run simulate -- [--runs 20000] [--seed N] [--path P]
// [--clinics] [--postgres]`. A path replays one schedule. --clinics runs schedules of clinics. --postgres
// runs two processes under concurrent load, which no seed repeats exactly. --requests runs a year of requests
// for blood among --donors 1000000, of which --runs 10000 arrive.
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { platformMigrations } from '../platform/database/schema/migrations.ts';
import { startPostgres } from '../platform/testing/postgres-server.ts';
import { serverMigrations } from '../server/db/migrations.ts';
import type { Tables } from '../server/db/tables.ts';
import { explore } from '../tests/simulation/explore.ts';
import { anyClinics, anyPlan } from '../tests/simulation/plan.ts';
import { isRefunded } from '../tests/simulation/provider.ts';
import { simulateRequests } from '../tests/simulation/requests.ts';
import { runPlan } from '../tests/simulation/run.ts';
import { concurrentScheduler } from '../tests/simulation/scheduler.ts';
import { openWatchedServer } from '../tests/simulation/watched-database.ts';
import { openWorld } from '../tests/simulation/world.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    path: { type: 'string' },
    clinics: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    requests: { type: 'boolean', default: false },
    donors: { type: 'string', default: '1000000' },
  },
});
const { path, clinics, postgres } = values;
const plans = clinics ? anyClinics : anyPlan;
const runs = path ? 1 : Number(values.runs);
const seed = Number(values.seed);
const startedAt = performance.now();
if (values.requests) {
  await simulateBloodRequests();
  process.exit();
}
const counts = { schedules: 0, charges: 0, refunds: 0, byOperator: 0, canceled: 0 };

const cpuOfEach = () => `${(process.cpuUsage().user / 1000 / counts.schedules).toFixed(1)} ms of CPU each`;

const server = postgres ? await startPostgres() : undefined;
await using world = await openWorld({
  hasClinics: clinics,
  ...(server && { data: await openWatchedServer(server.url, [serverMigrations], server.stop) }),
});
console.log(`Seed ${seed}, ${runs} schedules ...`);
if (postgres)
  for (const plan of fc.sample(plans, { seed, numRuns: runs })) {
    await runPlan(world, { ...plan, processes: 2 }, concurrentScheduler);
    await count();
  }
else await explore(world, { runs, seed, path, plans, after: count });
if (path) console.log(world.simulation.trace().join('\n'));
console.log(`
| schedules | faults | of them kills | charges made | given back | of them by the operator | intents ended unpaid | donors wronged | CPU | minutes |
|---|---|---|---|---|---|---|---|---|---|
| ${counts.schedules} | ${world.simulation.faultsSeen()} | ${world.simulation.kills()} | ${counts.charges} | ${counts.refunds} | ${counts.byOperator} | ${counts.canceled} | 0 | ${cpuOfEach()} | ${((performance.now() - startedAt) / 60_000).toFixed(1)} |`);

async function simulateBloodRequests(): Promise<void> {
  const [donorCount, requestCount] = [Number(values.donors), Number(values.runs)];
  console.log(`Seed ${seed}, ${requestCount} requests among ${donorCount} donors ...`);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-'));
  const database = await openDatabase({ dataDir: folder.path });
  await migrate(database, [platformMigrations, serverMigrations]);
  const db = database.withTables<Tables>();
  const happened = await simulateRequests({ db, donorCount, requestCount, seed });
  console.table({ ...happened, minutes: ((performance.now() - startedAt) / 60_000).toFixed(1) });
}

async function count(): Promise<void> {
  counts.schedules += 1;
  counts.byOperator += world.acknowledged.refundedByOperator.size;
  for (const intent of await world.provider.intents()) {
    if (intent.status === 'succeeded') counts.charges += 1;
    if (isRefunded(intent)) counts.refunds += 1;
    if (intent.status === 'canceled') counts.canceled += 1;
  }
  if (counts.schedules % 1000 === 0) console.log(`${counts.schedules} ... ${cpuOfEach()}`);
}
