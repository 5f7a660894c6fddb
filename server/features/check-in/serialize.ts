import type { CenterAppointment, StatusChange } from '#contract/staff-check-in.ts';
import { localTime } from '#server/features/centers/local-time.ts';
import { assessChanges, type Change } from './assess-changes.ts';
import type { ListedAppointment } from './repository.ts';

export const toStatusChange = (change: Change): StatusChange => ({
  operationId: change.operation_id,
  status: change.status,
  ...(change.deferred_until && { deferredUntil: change.deferred_until }),
  at: new Date(change.changed_at).toISOString(),
  ...(change.device && { device: change.device }),
  role: change.role,
  ...(change.is_scan && { isScan: true }),
});

export function toCenterAppointment(
  appointment: ListedAppointment,
  changes: readonly Change[],
  timeZone: string,
): CenterAppointment {
  const { sorted, needsCheck } = assessChanges(changes);
  const time = arrivalTime(appointment, timeZone);
  return {
    _id: appointment.id,
    name: appointment.name,
    bloodGroup: appointment.blood_group,
    ...(time && { time }),
    phoneEnd: appointment.phone.slice(-4),
    status: appointment.status,
    ...(appointment.deferred_until && { deferredUntil: appointment.deferred_until }),
    ...(appointment.walk_in && { isWalkIn: true }),
    ...(appointment.walk_in === 'over-capacity' && { isOverCapacity: true }),
    ...(needsCheck && { conflict: sorted.map(toStatusChange) }),
  };
}

/**
 * Returns the slot's arrival time, or null if no slot was ever reserved. For a walk-in at a center with
 * arrival times, returns when the donor came instead.
 */
function arrivalTime(
  { arrived_at, walk_in, slot_time, released_time }: ListedAppointment,
  timeZone: string,
): string | null {
  const isTimed = slot_time || walk_in === 'over-capacity';
  if (arrived_at !== null && isTimed) return localTime(arrived_at, timeZone).time;
  return slot_time ?? released_time;
}
