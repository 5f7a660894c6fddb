import type { Job } from '../job.ts';
import { hours } from '../time.ts';

/**
 * Returns jobs that delete old rows each hour, by what they delete. Each is a job of its own, so that one
 * that always fails does not keep the others from erasing personal data.
 */
export const cleanUpJobs = (deletions: Record<string, () => Promise<unknown>>): Job[] =>
  Object.entries(deletions).map(([what, run]) => ({
    name: `delete-old-${what}`,
    singleton: true,
    everyMs: hours(1),
    run,
  }));
