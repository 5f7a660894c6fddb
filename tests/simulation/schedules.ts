import { test } from 'vitest';
import { minutes } from '#platform/time.ts';
import { explore } from './explore.ts';
import { openWorld } from './world.ts';

/** In each of the files schedules-*.test.ts, which run beside each other. `npm run simulate` plays more. */
const RUNS = 4250;

export const testSchedules = (seed: number): void =>
  test(
    `${RUNS} schedules of donors, jobs, faults and kills: no booking, charge or email is lost, none is there twice`,
    async () => {
      await using world = await openWorld();
      await explore(world, { runs: RUNS, seed });
    },
    minutes(10),
  );
