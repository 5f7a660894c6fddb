import { AppError } from '#platform/errors.ts';
import type { RecordedChange } from '#server/http/recorded-change.ts';
import type { Backups } from '#server/integrations/backups.ts';

/**
 * Starts a backup; the log says so before it begins.
 * @throws AppError backup-unavailable, backup-running (409), too-many-requests (429)
 */
export async function startBackup(
  backups: Backups,
  change: RecordedChange,
  countBackup: () => Promise<void>,
): Promise<void> {
  if (backups.state !== 'ready') throw new AppError('backup-unavailable');
  await countBackup();
  const isStarted = await backups.start(() =>
    change((_, record) => record({ action: 'start backup', people: [] })),
  );
  if (!isStarted) throw new AppError('backup-running');
}
