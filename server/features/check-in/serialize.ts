import type { CenterAppointment, StatusChange } from '#contract/staff-check-in.ts';
import { assessChanges, type Change } from './assess-changes.ts';
import type { CheckInAppointment } from './repository.ts';

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
  appointment: CheckInAppointment,
  changes: readonly Change[],
): CenterAppointment {
  const { sorted, needsCheck } = assessChanges(changes);
  const time = appointment.place_time ?? appointment.released_time;
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
