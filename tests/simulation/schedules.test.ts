import { test } from 'vitest';
import { minutes } from '#platform/time.ts';
import { COMMIT_SEED } from '../commit-seed.ts';
import { explore } from './explore.ts';
import { anyClinics } from './plan.ts';
import { openWorld } from './world.ts';

/**
 * Several times the number of schedules that find each fault of mutations.ts. `npm run simulate` runs more.
 */
const DONOR_SCHEDULES = 2000;
const CLINIC_SCHEDULES = 600;

test(
  'loses and duplicates no booking, charge or email in any schedule of donors, jobs, faults and kills',
  async () => {
    await using world = await openWorld();
    await explore(world, { runs: DONOR_SCHEDULES, seed: COMMIT_SEED });
  },
  minutes(10),
);

test(
  'overbooks, loses and gives away twice no slot in any schedule of donors, closings and waiting lists',
  async () => {
    await using world = await openWorld({ hasClinics: true });
    await explore(world, { runs: CLINIC_SCHEDULES, seed: COMMIT_SEED, plans: anyClinics });
  },
  minutes(10),
);
