import * as contract from '#contract/staff-unconfirmed-bookings.ts';
import type { Core } from '#server/core.ts';
import type { Routes } from '#server/http/route.ts';
import { cancelUnconfirmed, listForCoordinator } from './staff.ts';

export function mountUnconfirmedBookings({ staffEndpoint }: Routes, core: Core): void {
  staffEndpoint(contract.listUnconfirmedBookings, ({ viewer, id }) => listForCoordinator(core, viewer, id));

  staffEndpoint(contract.cancelUnconfirmedBookings, async ({ viewer, id, body }) => ({
    canceled: await cancelUnconfirmed(core, viewer, { centerId: id, ids: body.appointmentIds }),
  }));
}
