import type { Appointment } from '#contract/appointments.ts';
import { centerKey } from '#contract/center-key.ts';
import { offlineQueue, type QueuedRequest } from '#web/pwa/offline-queue.ts';

/**
 * Removes the member's queued requests that are already among the appointments, because only their response
 * was lost.
 */
export function removeDeliveredRequests(uid: string, appointments: readonly Appointment[]): void {
  for (const request of offlineQueue.list(uid))
    if (appointments.some((appointment) => isRequested(appointment, request)))
      offlineQueue.remove(uid, request, false);
}

const isRequested = (appointment: Appointment, { body }: QueuedRequest): boolean =>
  (['date', 'name', 'phone', 'bloodGroup'] as const).every((field) => appointment[field] === body[field]) &&
  centerKey(appointment.center) === centerKey(body.center);
