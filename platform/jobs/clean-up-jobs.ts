import type { Job } from '../job.ts';
import { hours } from '../time.ts';

/**
 * Returns hourly jobs that delete old rows. Keys name what is deleted. The jobs are separate, so that a
 * failing one does not keep the others from erasing personal data.
 */
export const createCleanUpJobs = (deletions: Record<string, () => Promise<unknown>>): Job[] =>
  Object.entries(deletions).map(([what, run]) => ({
    name: `delete-old-${what}`,
    singleton: true,
    everyMs: hours(1),
    run,
  }));
