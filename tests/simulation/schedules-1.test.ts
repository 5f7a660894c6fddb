import { test } from 'vitest';
import { minutes } from '#platform/time.ts';
import { explore } from './explore.ts';
import { openWorld } from './world.ts';

/** Half of them; the other half runs beside it in schedules-2.test.ts. `npm run simulate` plays more. */
const RUNS = 4250;

test(
  `${RUNS} schedules of donors, jobs, faults and kills: no booking, charge or email is lost, none is there twice`,
  async () => {
    await using world = await openWorld();
    await explore(world, { runs: RUNS, seed: 20261121 });
  },
  minutes(10),
);
