import type { Job } from '#platform/jobs.ts';
import { minutes } from '#platform/time.ts';
import { type OrphanOptions, removeOrphans } from './pictures/orphans.ts';
import { removeLeftovers } from './storage/leftovers.ts';

/** What the image host clears away while it runs; `folders` are those of files under way. */
export function imageJobs(options: OrphanOptions & { folders: string[] }): Job[] {
  async function run(): Promise<void> {
    await removeOrphans(options);
    for (const folder of options.folders) await removeLeftovers(folder, options.clock);
  }
  return [{ name: 'remove orphaned pictures', everyMs: minutes(10), run }];
}
