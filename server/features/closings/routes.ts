import { listClosedAppointments } from '#contract/slot-offers.ts';
import * as contract from '#contract/staff-closings.ts';
import type { Core } from '#server/core.ts';
import type { Routes } from '#server/http/route.ts';
import { listAffected, listFollowUps, resolveAffected } from './follow-up.ts';
import { listOwnClosedAppointments } from './rules.ts';

/** Adds the endpoints for a member's closed appointments and for a center's affected appointments. */
export function mountClosings({ memberEndpoint, staffEndpoint }: Routes, core: Core): void {
  memberEndpoint(listClosedAppointments, ({ viewer }) => listOwnClosedAppointments(core, viewer));

  staffEndpoint(contract.listAffected, ({ viewer, id }) => listAffected(core, viewer, id));

  staffEndpoint(contract.listFollowUps, ({ viewer }) => listFollowUps(core, viewer));

  staffEndpoint(contract.resolveAffected, ({ viewer, id, params, body }) => {
    const affected = { centerId: id, affectedId: params.affectedId ?? '' };
    const { result, date, time } = body;
    return resolveAffected(core, viewer, { ...affected, result, day: date, time });
  });
}
