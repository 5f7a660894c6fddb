import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '#platform/jobs.ts';
import { type Clock, days, hours } from '#platform/time.ts';

/** Mails and text messages as files name people: whoever wants them has taken them by then. */
const KEPT = days(30);

/** While it is written a message has this name. What keeps it for long is left from a crash, and is written anew. */
const KEPT_DRAFT = hours(1);
export const draftName = (name: string): string => `.${name}`;
const isDraft = (name: string): boolean => name.startsWith('.');

/** Removes messages that were written into the folder long ago. */
export function oldMessages(folder: string, clock: Clock): Job {
  async function run(): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // Somebody else may have taken it away.
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < clock() - (isDraft(name) ? KEPT_DRAFT : KEPT)) await rm(path, { force: true });
    }
  }
  return { name: 'remove old messages', everyMs: hours(6), run };
}
