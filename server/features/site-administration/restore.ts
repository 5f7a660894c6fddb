import { type Restored, type StaffLogDeps, withOperatorLog } from '#server/features/staff-log/staff-log.ts';
import { removeOwnerLink } from './owner-link-repository.ts';

/** Records that the data was restored or copied, because entries added after the backup are lost. */
export const recordRestore = (deps: StaffLogDeps, restored: Restored): Promise<void> =>
  withOperatorLog(deps, async (trx, log) => {
    // A link that was used after the backup must not work again.
    await removeOwnerLink(trx);
    await log({ action: 'restore', people: [], restored });
  });
