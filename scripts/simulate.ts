// The simulation (tests/simulation): `npm run simulate -- [--runs 20000] [--seed N] [--path P]`; with a path it plays that
// schedule alone.
import { parseArgs } from 'node:util';
import { explore } from '../tests/simulation/explore.ts';
import { isRefunded } from '../tests/simulation/provider.ts';
import { openWorld } from '../tests/simulation/world.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    path: { type: 'string' },
  },
});
const { path } = values;
const runs = path ? 1 : Number(values.runs);
const seed = Number(values.seed);
const began = performance.now();
const seen = { schedules: 0, charges: 0, refunds: 0, byOperator: 0, cancelled: 0 };

const cpuOfEach = () => `${(process.cpuUsage().user / 1000 / seen.schedules).toFixed(1)} ms of CPU each`;

await using world = await openWorld();
console.log(`Seed ${seed}, ${runs} schedules ...`);
await explore(world, {
  runs,
  seed,
  path,
  async after() {
    seen.schedules += 1;
    seen.byOperator += world.acknowledged.refundedByOperator.size;
    for (const intent of await world.provider.intents()) {
      if (intent.status === 'succeeded') seen.charges += 1;
      if (isRefunded(intent)) seen.refunds += 1;
      if (intent.status === 'canceled') seen.cancelled += 1;
    }
    if (seen.schedules % 1000 === 0) console.log(`${seen.schedules} ... ${cpuOfEach()}`);
  },
});
if (path) console.log(world.simulation.trace().join('\n'));
console.log(`
| schedules | faults | of them kills | charges made | given back | of them by the operator | intents ended unpaid | donors wronged | CPU | minutes |
|---|---|---|---|---|---|---|---|---|---|
| ${seen.schedules} | ${world.simulation.faultsSeen()} | ${world.simulation.kills()} | ${seen.charges} | ${seen.refunds} | ${seen.byOperator} | ${seen.cancelled} | 0 | ${cpuOfEach()} | ${((performance.now() - began) / 60_000).toFixed(1)} |`);
