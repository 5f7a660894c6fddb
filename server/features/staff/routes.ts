import type * as z from 'zod/mini';
import * as contract from '#contract/staff.ts';
import { listAddresses } from '#server/features/users/rules.ts';
import type { Routes } from '#server/http/route.ts';
import type { GrantedRole } from '#server/http/viewer.ts';
import { toAccessLogEntry } from './access-log.ts';
import { listEntries, listEntriesAbout } from './log-repository.ts';
import { addMember, joinStaff, listMembers, type MemberDeps, removeMember } from './members.ts';
import { listRoles } from './roles-repository.ts';
import { canManageShifts, endShift } from './shifts.ts';
import { listShifts } from './shifts-repository.ts';

type Deps = MemberDeps & {
  /** Whether an email server is set. */
  sendsEmail: () => Promise<boolean>;
};

export function mountStaff({ memberEndpoint, staffEndpoint }: Routes, deps: Deps): void {
  const { db, clock } = deps;

  staffEndpoint(contract.getStaffMember, async ({ viewer }) => ({
    roles: viewer.roles.map(toRole),
    shiftEndsAt: toIso(viewer.shift.endsAt),
    secondFactor: viewer.hasSecondFactor,
    sendsEmail: await deps.sendsEmail(),
  }));

  memberEndpoint(contract.joinStaff, async ({ viewer, body }) => {
    await joinStaff(deps, viewer, body.token);
    return { roles: (await listRoles(db, viewer)).map(toRole) };
  });

  staffEndpoint(contract.listShifts, async ({ viewer }) => {
    const { userId } = viewer;
    const shifts = await listShifts(db, { now: clock(), ...(!canManageShifts(viewer) && { userId }) });
    const addresses = await listAddresses(
      deps,
      shifts.map((shift) => shift.user_id),
    );
    return shifts.map((shift) => ({
      _id: shift.id,
      userId: shift.user_id,
      email: addresses.get(shift.user_id)?.email ?? '',
      device: shift.device,
      startedAt: toIso(shift.started_at),
      endsAt: toIso(shift.ends_at),
      isOwnDevice: shift.id === viewer.shift.id,
    }));
  });

  staffEndpoint(contract.endShift, async ({ viewer, id }) => {
    await endShift(deps, viewer, id);
    return undefined;
  });

  staffEndpoint(contract.listMembers, () => listMembers(deps, clock()));

  staffEndpoint(contract.addMember, async ({ viewer, body }) => ({
    acknowledged: true,
    ...(await addMember(deps, viewer, body)),
  }));

  staffEndpoint(contract.removeMember, async ({ viewer, body }) => {
    await removeMember(deps, viewer, body);
    return undefined;
  });

  staffEndpoint(contract.listLog, async ({ query }) => {
    return (
      await listEntries(deps, {
        before: query.before === undefined ? undefined : contract.parseLogCursor(query.before),
      })
    ).map(({ id, at, actor, ...entry }) => ({
      _id: id,
      at: toIso(at),
      ...(actor && { actor }),
      ...entry,
    }));
  });

  memberEndpoint(contract.listAccessLog, async ({ viewer }) =>
    (await listEntriesAbout(db, viewer)).map(toAccessLogEntry),
  );
}

const toIso = (instant: number): string => new Date(instant).toISOString();

type Role = z.infer<NonNullable<(typeof contract.joinStaff)['response']>>['roles'][number];
const toRole = ({ role, centerId }: GrantedRole): Role => ({ role, ...(centerId && { centerId }) });
