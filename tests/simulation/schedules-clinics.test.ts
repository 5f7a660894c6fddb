import { test } from 'vitest';
import { minutes } from '#platform/time.ts';
import { explore } from './explore.ts';
import { anyClinics } from './plan.ts';
import { openWorld } from './world.ts';

/** `npm run simulate -- --clinics` runs more. */
const RUNS = 2000;

test(
  `overbooks, loses and gives away twice no place in ${RUNS} schedules of donors, closings and waiting lists`,
  async () => {
    await using world = await openWorld({ hasClinics: true });
    await explore(world, { runs: RUNS, seed: 20261125, plans: anyClinics });
  },
  minutes(10),
);
