// Runs in a child process, because copying the database would block the site. Exits with its parent.
import { rm } from 'node:fs/promises';
import { toSetupError } from '#platform/disk-errors.ts';
import { backUpSite, type SiteFiles } from './site-backup.ts';

export type BackupJob = SiteFiles & { to: string };
export type BackupResult = { failed?: string };

process.on('message', async ({ to, ...site }: BackupJob) => {
  process.send?.(await run(site, to));
});
// An interrupted backup keeps the suffix `.unfinished`, and the next backup deletes it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C signals every process of the terminal. The parent finishes its work first and then ends this
// process.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

async function run(site: SiteFiles, to: string): Promise<BackupResult> {
  try {
    await backUpSite(site, to);
    return {};
  } catch (thrown) {
    // Free the space, which may be what was missing.
    await rm(`${to}.unfinished`, { recursive: true, force: true }).catch(() => {});
    const error = toSetupError(thrown);
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
