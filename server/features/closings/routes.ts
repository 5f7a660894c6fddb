import { listDisplacedAppointments } from '#contract/slot-offers.ts';
import * as contract from '#contract/staff-closings.ts';
import type { Core } from '#server/core.ts';
import type { Routes } from '#server/http/route.ts';
import { listDisplaced, resolveDisplaced } from './follow-up.ts';
import { listOwnDisplacedAppointments } from './rules.ts';

/** Adds the endpoints for a member's and for a center's displaced appointments. */
export function mountClosings({ memberEndpoint, staffEndpoint }: Routes, core: Core): void {
  memberEndpoint(listDisplacedAppointments, ({ viewer }) => listOwnDisplacedAppointments(core, viewer));

  staffEndpoint(contract.listDisplaced, ({ viewer, id }) => listDisplaced(core, viewer, id));

  staffEndpoint(contract.resolveDisplaced, ({ viewer, id, params, body }) => {
    const displaced = { centerId: id, affectedId: params.affectedId ?? '' };
    const { result, date, time } = body;
    return resolveDisplaced(core, viewer, { ...displaced, result, day: date, time });
  });
}
