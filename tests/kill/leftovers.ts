import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { startSite } from '../process.ts';

/** What a crash may leave half written, below DATA_DIR. */
const folders = ['images/incoming', 'images/pictures/.writing', 'outbox'];

/** Files under way: in the outbox those that have no name for others yet. */
export function leftovers(dataDir: string): string[] {
  return folders
    .map((folder) => join(dataDir, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => !/\.(eml|sms\.json)$/.test(path) || /\/\.[^/]+$/.test(path));
}

const TIDY_MS = 30_000;

/** Lets two hours pass for them, and starts the site: it resolves when none is left. */
export async function waitUntilCleanedUp(
  dataDir: string,
  start: () => ReturnType<typeof startSite>,
): Promise<void> {
  const before = new Date(Date.now() - 2 * 3_600_000);
  for (const path of leftovers(dataDir)) utimesSync(path, before, before);
  const site = await start();
  try {
    const since = performance.now();
    while (leftovers(dataDir).length > 0) {
      if (performance.now() - since > TIDY_MS) throw new Error(`Never cleared: ${leftovers(dataDir)}`);
      await pause(50);
    }
  } finally {
    site.child.kill('SIGTERM');
  }
}
