import { test } from 'vitest';
import { minutes } from '#platform/time.ts';
import { explore } from './explore.ts';
import { openWorld } from './world.ts';

/** Runs in each of the files schedules-*.test.ts, which run in parallel. `npm run simulate` runs more. */
const RUNS = 4250;

export const testSchedules = (seed: number): void =>
  test(
    `loses and duplicates no booking, charge or email in ${RUNS} schedules of donors, jobs, faults and kills`,
    async () => {
      await using world = await openWorld();
      await explore(world, { runs: RUNS, seed });
    },
    minutes(10),
  );
