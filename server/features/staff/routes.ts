import * as contract from '#contract/staff.ts';
import type { Core } from '#server/core.ts';
import { listAddresses } from '#server/features/users/rules.ts';
import type { Routes } from '#server/http/route.ts';
import { toRole } from './serialize.ts';
import { canManageShifts, endShift } from './shifts.ts';
import { listShifts } from './shifts-repository.ts';

/** Adds the endpoints for the signed-in staff member, and for shifts. */
export function mountStaff({ staffEndpoint }: Routes, core: Core): void {
  const { db, clock } = core;

  staffEndpoint(contract.getStaffMember, async ({ viewer }) => ({
    roles: viewer.roles.map(toRole),
    shiftEndsAt: toIso(viewer.shift.endsAt),
    secondFactor: viewer.hasSecondFactor,
    sendsEmail: await core.sendsEmail(),
  }));

  staffEndpoint(contract.listShifts, async ({ viewer }) => {
    const { userId } = viewer;
    const shifts = await listShifts(db, { now: clock(), ...(!canManageShifts(viewer) && { userId }) });
    const addresses = await listAddresses(
      core,
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
    await endShift(core, viewer, id);
    return undefined;
  });
}

const toIso = (instant: number): string => new Date(instant).toISOString();
