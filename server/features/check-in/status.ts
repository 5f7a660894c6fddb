import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { lastDeferralDay, type setAppointmentStatus } from '#contract/staff-check-in.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { ConcurrentUpdateError } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { StatusChangeRow } from '#server/db/check-in-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { localDay } from '#server/features/centers/local-time.ts';
import { type CenterWithSeries, getCenter } from '#server/features/centers/rules.ts';
import * as slots from '#server/features/centers/slots.ts';
import { recordCancellation } from '#server/features/closings/cancellations.ts';
import { cancelOpenPayment } from '#server/features/payments/close-payment.ts';
import { cancelPaymentLater } from '#server/features/payments/settle.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { assessChanges, type Change } from './assess-changes.ts';
import { canDoorStaffChange, recordedTime } from './recorded-time.ts';
import {
  type CheckInAppointment,
  findAppointment,
  insertStatusChange,
  listStatusChanges,
  lockAppointment,
  setOutcome,
} from './repository.ts';
import { toStatusChange } from './serialize.ts';

export { deleteAppointmentChanges } from './repository.ts';

type StatusFields = BodyOf<typeof setAppointmentStatus>;
type StatusResult = ResponseOf<typeof setAppointmentStatus>;

/**
 * Records a change of an appointment's status, with its row in the log. A repeated operation changes nothing.
 * @throws AppError not-found (404: no such appointment at a center, or for door staff not on its day),
 * slot-taken, refund-ordered (409), invalid-fields (422)
 */
export async function recordStatus(
  core: Core,
  by: StaffMember,
  id: string,
  fields: StatusFields,
): Promise<StatusResult> {
  const now = core.clock();
  const at = recordedTime(fields.at, now);
  const attempt = { fields, at, now };
  const found = await findAppointment(core.db, id);
  if (!found?.center_id) throw new AppError('not-found');
  const center = await getCenter(core, found.center_id);
  assertAllowed(center, by, found, attempt);
  const centerId = center.id;
  const newRow = (appointment: CheckInAppointment, earlier: readonly StatusChangeRow[]) =>
    toRow(by, { appointment, centerId, fields, at, now, earlier });
  if (fields.status === 'cancelled' && found.status !== 'cancelled') {
    const earlier = await listStatusChanges(core.db, found);
    if (isEffective(newRow(found, earlier), earlier)) await endOpenPayment(core, id);
  }
  return withStaffLog(core, by, async (trx, log) => {
    const appointment = await lockWithSlot(trx, id, fields.status);
    if (!appointment) throw new AppError('not-found');
    // Check again, because the donor may have moved the appointment.
    assertAllowed(center, by, appointment, attempt);
    const earlier = await listStatusChanges(trx, appointment);
    const change = newRow(appointment, earlier);
    if (!(await insertStatusChange(trx, change)))
      return { acknowledged: true, modifiedCount: 0, status: appointment.status };
    const { sorted, needsCheck } = assessChanges([...earlier, change]);
    const current = sorted.at(-1) ?? change;
    const isModified = await applyStatus(core, trx, appointment, current);
    await log({ action: `record ${fields.status}`, people: [appointment.user_id], centerId });
    const before = fields.isScan && { statusBefore: appointment.status };
    return needsCheck
      ? { conflict: sorted.map(toStatusChange), ...before }
      : { acknowledged: true, modifiedCount: isModified ? 1 : 0, status: current.status, ...before };
  });
}

/** Returns whether a change is new and later than all earlier changes, so that it counts. */
const isEffective = (change: StatusChangeRow, earlier: readonly StatusChangeRow[]): boolean =>
  earlier.every((other) => other.operation_id !== change.operation_id) &&
  assessChanges([...earlier, change]).sorted.at(-1) === change;

/**
 * Ends the open payment before the cancellation, so that the donor can no longer pay. If the provider does
 * not respond, `cancelPaymentLater` ends it later.
 */
async function endOpenPayment(core: Core, id: string): Promise<void> {
  try {
    await cancelOpenPayment(core, id);
  } catch (error) {
    // Ignore an AppError, because the appointment is canceled even if it was just paid or the provider does
    // not respond.
    if (!(error instanceof AppError)) throw error;
  }
}

/**
 * Locks an appointment until the transaction ends. Locks the slot first if a cancellation releases the slot
 * or its undoing reserves it, because a change of the center uses this order. Returns undefined if the
 * appointment is gone.
 */
async function lockWithSlot(
  trx: Trx,
  id: string,
  status: AppointmentStatus,
): Promise<CheckInAppointment | undefined> {
  const found = await findAppointment(trx, id);
  if (!found) return undefined;
  if (status === 'cancelled' || found.status === 'cancelled')
    await slots.lockSlots(trx, [{ ...found, slot_time: found.slot_time ?? found.released_time }]);
  const locked = await lockAppointment(trx, found);
  if (locked?.day !== found.day || locked.slot_time !== found.slot_time) throw new ConcurrentUpdateError();
  return locked;
}

/** Statuses that can be recorded before the day. All other statuses record what happened on the day. */
const planned: readonly AppointmentStatus[] = ['booked', 'cancelled'];

type Attempt = { fields: StatusFields; at: number; now: number };

/** @throws AppError not-found (404), invalid-fields (422) */
function assertAllowed(
  center: CenterWithSeries,
  { role }: StaffMember,
  appointment: CheckInAppointment,
  { fields: { status, deferredUntil }, at, now }: Attempt,
): void {
  if (role === 'door' && !canDoorStaffChange(center, appointment.day, { at, now }))
    throw new AppError('not-found');
  if (!planned.includes(status) && appointment.day > localDay(center, now))
    throw new AppError('invalid-fields', { fields: { status: 'This appointment is on a later day' } });
  if (deferredUntil !== undefined && deferredUntil <= appointment.day)
    throw new AppError('invalid-fields', {
      fields: { deferredUntil: 'Enter a day after the day of the appointment' },
    });
  if (deferredUntil !== undefined && deferredUntil > lastDeferralDay(appointment.day))
    throw new AppError('invalid-fields', { fields: { deferredUntil: 'Enter a day within 10 years' } });
}

type Recorded = Attempt & {
  appointment: CheckInAppointment;
  centerId: string;
  earlier: readonly StatusChangeRow[];
};

function toRow(
  { role, shift }: StaffMember,
  { appointment, centerId, fields, at, now, earlier }: Recorded,
): StatusChangeRow {
  // Keep the device's order, even if its clock was set back between two changes.
  const own = earlier.filter(({ writer }) => writer === shift.id);
  const changedAt = own.reduce((latest, { changed_at }) => Math.max(latest, changed_at + 1), at);
  return {
    id: newId(),
    appointment_id: appointment.id,
    operation_id: fields.operationId,
    center_id: centerId,
    day: appointment.day,
    status: fields.status,
    deferred_until: fields.deferredUntil ?? null,
    changed_at: changedAt,
    recorded_at: now,
    writer: shift.id,
    role,
    device: shift.device,
    is_scan: fields.isScan ? 1 : null,
  };
}

/**
 * Stores the current status, and returns whether it has changed. A cancellation releases the slot, and
 * undoing the cancellation reserves it again. A donor who has come gets a slot even if another donor has
 * reserved it.
 * @throws AppError slot-taken, refund-ordered (409)
 */
async function applyStatus(
  core: Core,
  trx: Trx,
  appointment: CheckInAppointment,
  { status, deferred_until }: Change,
): Promise<boolean> {
  if (appointment.status === status && appointment.deferred_until === deferred_until) return false;
  const { center_id, day, slot_time, released_time } = appointment;
  const outcome = {
    status,
    deferred_until,
    slot_time,
    released_time: status === 'cancelled' ? released_time : null,
  };
  if (status === 'cancelled' && slot_time !== null) {
    await setOutcome(trx, appointment, { ...outcome, slot_time: null, released_time: slot_time });
    await slots.releaseAppointmentSlot(core, trx, appointment);
  } else if (status !== 'cancelled' && released_time !== null && slot_time === null) {
    const slot = { center_id: center_id ?? '', day, time: released_time };
    if (!(await slots.reserveAgain(trx, slot))) {
      if (status === 'booked') throw new AppError('slot-taken');
      await slots.reserveBeyondCapacity(trx, slot);
    }
    await setOutcome(trx, appointment, { ...outcome, slot_time: released_time });
  } else await setOutcome(trx, appointment, outcome);
  if (status === 'cancelled' || appointment.status === 'cancelled')
    await recordCancellation(core, trx, appointment, status);
  if (status === 'cancelled') await cancelPaymentLater(core, trx, appointment.id);
  return true;
}
