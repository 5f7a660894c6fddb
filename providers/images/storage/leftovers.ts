import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, hours } from '#platform/time.ts';

/** Removes what a crash left in a folder of files under way; those of another process that runs are younger. */
export async function removeLeftovers(folder: string, clock: Clock): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // What is gone by now has been finished by whoever was writing it.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < clock() - hours(1)) await rm(path, { force: true });
  }
}
