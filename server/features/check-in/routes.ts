import * as contract from '#contract/staff-check-in.ts';
import type { Routes } from '#server/http/route.ts';
import { createAppointmentList } from './list.ts';
import { recordStatus } from './status.ts';
import { addWalkIn, type WalkInDeps } from './walk-ins.ts';

export function mountCheckIn({ staffEndpoint }: Routes, deps: WalkInDeps): void {
  const listAppointments = createAppointmentList(deps);

  staffEndpoint(contract.listCenterAppointments, async ({ c, viewer, id, query }) => {
    const { etag, appointments } = await listAppointments(viewer, {
      centerId: id,
      day: query.date,
      knownETag: c.req.header('if-none-match'),
    });
    c.header('ETag', etag);
    return appointments ?? c.body(null, 304);
  });

  staffEndpoint(contract.setAppointmentStatus, ({ viewer, id, body }) =>
    recordStatus(deps, viewer, id, body),
  );

  staffEndpoint(contract.addWalkIn, ({ viewer, body }) => addWalkIn(deps, viewer, body));
}
