import { listClosedAppointments } from '#contract/place-offers.ts';
import * as contract from '#contract/staff-closings.ts';
import type { Routes } from '#server/http/route.ts';
import { type FollowUpDeps, listAffected, listFollowUps, resolveAffected } from './follow-up.ts';
import { type ChoiceDeps, listOwnClosed } from './rules.ts';

/** The member's closed appointments, and what became of those of a center. */
export function mountClosings(
  { memberEndpoint, staffEndpoint }: Routes,
  options: ChoiceDeps & FollowUpDeps,
): void {
  memberEndpoint(listClosedAppointments, ({ viewer }) => listOwnClosed(options, viewer));

  staffEndpoint(contract.listAffected, ({ viewer, id }) => listAffected(options, viewer, id));

  staffEndpoint(contract.listFollowUps, ({ viewer }) => listFollowUps(options, viewer));

  staffEndpoint(contract.resolveAffected, ({ viewer, id, params, body }) => {
    const affected = { centerId: id, affectedId: params.affectedId ?? '' };
    const { result, date, time } = body;
    return resolveAffected(options, viewer, { ...affected, result, day: date, time });
  });
}
