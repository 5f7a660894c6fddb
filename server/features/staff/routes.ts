import * as contract from '#contract/staff.ts';
import { AppError } from '#platform/errors.ts';
import type { Db } from '#server/db/tables.ts';
import type { Routes } from '#server/http/route.ts';
import { toAccessLogEntry } from './access-log.ts';
import { listEntriesAbout } from './log-repository.ts';
import { listRoles } from './roles-repository.ts';

export function mountStaff({ memberEndpoint }: Routes, { db }: { db: Db }): void {
  memberEndpoint(contract.getStaffMember, async ({ viewer }) => {
    const roles = await listRoles(db, viewer);
    // The existence of the staff side is not revealed.
    if (roles.length === 0) throw new AppError('not-found');
    return {
      roles: roles.map(({ role, center_id: centerId }) => ({ role, ...(centerId && { centerId }) })),
    };
  });

  memberEndpoint(contract.listAccessLog, async ({ viewer }) =>
    (await listEntriesAbout(db, viewer)).map(toAccessLogEntry),
  );
}
