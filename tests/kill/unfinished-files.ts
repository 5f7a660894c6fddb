import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { startSite } from '../process.ts';

/** Folders below DATA_DIR in which a crash may leave unfinished files. */
const FOLDERS = ['images/incoming', 'images/pictures/.writing', 'outbox'];

/** Returns the unfinished files. In the outbox these are files without their final name. */
export function unfinishedFiles(dataDir: string): string[] {
  return FOLDERS.map((folder) => join(dataDir, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => !/\.(eml|sms\.json)$/.test(path) || /\/\.[^/]+$/.test(path));
}

const CLEANUP_TIMEOUT_MS = 30_000;

/** Makes the files two hours old and starts the site. Resolves when they are all removed. */
export async function waitUntilCleanedUp(
  dataDir: string,
  start: () => ReturnType<typeof startSite>,
): Promise<void> {
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const path of unfinishedFiles(dataDir)) utimesSync(path, twoHoursAgo, twoHoursAgo);
  const site = await start();
  try {
    const startedAt = performance.now();
    while (unfinishedFiles(dataDir).length > 0) {
      if (performance.now() - startedAt > CLEANUP_TIMEOUT_MS)
        throw new Error(`Never removed: ${unfinishedFiles(dataDir)}`);
      await pause(50);
    }
  } finally {
    site.child.kill('SIGTERM');
  }
}
