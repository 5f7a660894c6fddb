import { AppError } from '#platform/errors.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import type { Backups } from '#server/integrations/backups.ts';

/**
 * Records a backup in the staff log, then starts it.
 * @throws AppError backup-unavailable, backup-running (409), too-many-requests (429)
 */
export async function startBackup(
  backups: Backups,
  withStaffLog: WithStaffLog,
  countBackup: () => Promise<void>,
): Promise<void> {
  if (backups.state !== 'ready') throw new AppError('backup-unavailable');
  await countBackup();
  const isStarted = await backups.start(() =>
    withStaffLog((_, log) => log({ action: 'start backup', people: [] })),
  );
  if (!isStarted) throw new AppError('backup-running');
}
