import * as contract from '#contract/staff-unconfirmed-bookings.ts';
import type { Routes } from '#server/http/route.ts';
import { cancelByCoordinator, listForCoordinator, type StaffDeps } from './staff.ts';

export function mountUnconfirmedBookings({ staffEndpoint }: Routes, deps: StaffDeps): void {
  staffEndpoint(contract.listUnconfirmedBookings, ({ viewer, id }) => listForCoordinator(deps, viewer, id));

  staffEndpoint(contract.cancelUnconfirmedBookings, async ({ viewer, id, body }) => ({
    canceled: await cancelByCoordinator(deps, viewer, { centerId: id, ids: body.appointmentIds }),
  }));
}
