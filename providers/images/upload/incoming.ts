import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, hours } from '#platform/time.ts';

/** The folder of uploads under way. Whatever is left from a crash is removed; another replica's are younger. */
export async function openIncoming(folder: string, clock: Clock): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < clock() - hours(1)) await rm(path, { force: true });
  }
  return folder;
}
