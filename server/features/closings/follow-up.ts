import type { Day } from '#contract/days.ts';
import type { StaffAction } from '#contract/staff-actions.ts';
import type { ClosedState, StaffDisplacedAppointment } from '#contract/staff-closings.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { DisplacedAppointmentRow } from '#server/db/center-tables.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { declineAppointment } from '#server/features/appointments/decline.ts';
import { moveAppointment } from '#server/features/appointments/move.ts';
import type { Transact } from '#server/features/appointments/rules.ts';
import { getDay } from '#server/features/centers/rules.ts';
import * as slots from '#server/features/centers/slots.ts';
import { toClinicSlot } from '#server/features/offer-links/offer-tokens.ts';
import { requestRefundOfCanceled } from '#server/features/payments/refunds.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import { listReachableMembers } from '#server/features/users/rules.ts';
import type { Owner, StaffMember } from '#server/http/viewer.ts';
import { followUpStateOf } from './follow-up-state.ts';
import {
  findDisplacedAppointment,
  listAppointments,
  listCenterDisplacedAppointments,
  lockCanceled,
  readAvailability,
  recordContactTime,
  requestRefund,
} from './repository.ts';
import { firstStoredDay, firstVisibleDay, readClosedChoice, throwIfChanged } from './rules.ts';

/**
 * Returns the appointments of today and later that a closing displaced or the center canceled, and earlier
 * ones that still need a refund. Adds an entry to the staff log if the view shows names.
 */
export async function listDisplaced(
  core: Core,
  by: StaffMember,
  centerId: string,
): Promise<StaffDisplacedAppointment[]> {
  const shown = await readDisplaced(core, centerId);
  const people = [
    ...new Set(shown.flatMap(({ row, displaced }) => (displaced.name === undefined ? [] : [row.user_id]))),
  ];
  if (people.length > 0)
    await withStaffLog(core, by, (_, log) => log({ action: 'view closings', people, centerId }));
  const waiting = shown.flatMap(({ row, displaced }) => (displaced.state === 'waiting' ? [row] : []));
  const availability = await readAvailability(core.db, waiting);
  return shown.map(({ displaced }) => {
    const { earliestDay, busyDays } = availability.get(displaced._id) ?? {};
    return { ...displaced, ...(busyDays && { earliestDay, busyDays: [...busyDays] }) };
  });
}

async function readDisplaced(
  core: Core,
  centerId: string,
): Promise<{ row: DisplacedAppointmentRow; displaced: StaffDisplacedAppointment }[]> {
  const { db, clock } = core;
  const firstDay = firstVisibleDay(clock());
  const rows = await listCenterDisplacedAppointments(db, centerId, firstStoredDay(clock()));
  const [first] = rows;
  const center = first && (await getDay(core, centerId, first.day))?.center;
  if (!first || !center) return [];
  const isClosed = await slots.createClosedSlotCheck(core, centerId, [
    ...new Set(rows.map(({ day }) => day)),
  ]);
  const appointments = await listAppointments(
    db,
    rows.map((row) => row.appointment_id),
  );
  const reachable = await listReachableMembers(
    core,
    rows.map((row) => row.user_id),
  );
  const all = rows.map((row) => {
    const appointment = appointments.get(row.appointment_id);
    const own = appointment?.user_id === row.user_id ? appointment : undefined;
    const followUp = followUpStateOf(row, own, {
      now: clock(),
      center,
      isClosed: isClosed(row),
      isReachable: reachable.has(row.user_id),
    });
    return { row, displaced: toDisplaced(row, own, followUp) };
  });
  return all.filter(({ row, displaced }) => row.day >= firstDay || displaced.state === 'declined');
}

const instant = (ms: number): string => new Date(ms).toISOString();

function toDisplaced(
  row: DisplacedAppointmentRow,
  appointment: AppointmentRow | undefined,
  { state, isCallable }: ReturnType<typeof followUpStateOf>,
): StaffDisplacedAppointment {
  return {
    _id: row.id,
    ...(row.closing_id && { closingId: row.closing_id }),
    from: toClinicSlot(row),
    ...(appointment && { name: appointment.name }),
    ...(appointment && isCallable && { phone: appointment.phone }),
    state,
    ...(appointment &&
      state === 'moved' && {
        movedTo: toClinicSlot({ day: appointment.day, time: appointment.slot_time ?? '' }),
      }),
    isPaid: appointment?.transaction_id != null,
    ...(row.notified_at !== null && { notifiedAt: instant(row.notified_at) }),
    needsCall: isCallable && row.called_at === null,
    ...(row.called_at !== null && { calledAt: instant(row.called_at) }),
  };
}

type Resolution = {
  centerId: string;
  affectedId: string;
  result: 'called' | 'moved' | 'declined' | 'refunded';
  /** Present if `result` is `moved`. */
  day?: Day | undefined;
  time?: string | undefined;
};

/** The states in which a result can be recorded. */
const statesOfResult: Record<Resolution['result'], readonly ClosedState[]> = {
  called: ['waiting', 'canceled', 'declined'],
  moved: ['waiting'],
  declined: ['waiting'],
  refunded: ['declined'],
};

/**
 * Records a phone call, or moves, declines or refunds the appointment as agreed with the donor.
 * @throws AppError not-found (404), nothing-to-do (409: its state does not allow this result), invalid-fields
 * (422)
 */
export async function resolveDisplaced(
  core: Core,
  by: StaffMember,
  { centerId, affectedId, result, day, time }: Resolution,
): Promise<{ success: boolean; message?: string; nextFree?: string[] }> {
  const row = await findDisplacedAppointment(core.db, affectedId);
  if (row?.center_id !== centerId) throw new AppError('not-found');
  const owner: Owner = { userId: row.user_id };
  const entry = (action: StaffAction) => ({ action, people: [row.user_id], centerId });
  const transact: Transact = (work) =>
    withStaffLog(core, by, async (trx, log) => {
      const result = await work(trx);
      if (result === 'moved' || result === true)
        await log(entry(result === 'moved' ? 'move appointment' : 'cancel appointment'));
      return result;
    });
  const { state, appointment } = await readClosedChoice(core, row);
  if (!appointment || !statesOfResult[result].includes(state)) throw new AppError('nothing-to-do');
  const { id, moves } = appointment;
  if (result === 'moved' && day)
    return throwIfChanged('nothing-to-do', () =>
      moveAppointment(core, owner, id, { day, time, moves }, transact),
    );
  if (result === 'declined') {
    const isDeclined = await throwIfChanged('nothing-to-do', () =>
      declineAppointment(core, owner, { id, moves }, transact),
    );
    if (!isDeclined) throw new AppError('nothing-to-do');
  }
  if (result === 'called')
    await withStaffLog(core, by, async (trx, log) => {
      await recordContactTime(trx, row.id, 'called_at', core.clock());
      await log(entry('call donor'));
    });
  if (result === 'refunded')
    await withStaffLog(core, by, async (trx, log) => {
      const isOrdered =
        (await lockCanceled(trx, appointment)) &&
        (await requestRefund(trx, row.id, core.clock())) &&
        (await requestRefundOfCanceled(trx, core, appointment.transaction_id ?? '', 'coordinator'));
      if (!isOrdered) throw new AppError('nothing-to-do');
      await log(entry('refund appointment'));
    });
  return { success: true };
}
