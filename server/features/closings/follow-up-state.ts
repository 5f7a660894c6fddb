import type { ClosedState } from '#contract/staff-closings.ts';
import { hours, minutes } from '#platform/time.ts';
import type { DisplacedAppointmentRow } from '#server/db/center-tables.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { endOfDay, startOfSlot } from '#server/features/centers/local-time.ts';
import { closedStateOf } from './rules.ts';

/** How long delivering an email may take before the donor is listed for a call. */
const SENDING_MS = minutes(15);
const RESPONSE_MS = hours(24);

type Displaced = Pick<
  DisplacedAppointmentRow,
  'day' | 'time' | 'moves' | 'created_at' | 'notified_at' | 'refund_at'
>;

type Appointment = Pick<
  AppointmentRow,
  'moves' | 'status' | 'transaction_id' | 'refunded_at' | 'cancellation_reason'
>;

type Circumstances = {
  now: number;
  center: { time_zone: string };
  /** Whether the displaced slot is closed now. */
  isClosed: boolean;
  /** Whether the site can email the donor. */
  isReachable: boolean;
};

/** Returns the state of a displaced appointment, and whether staff should call its donor. */
export function followUpStateOf(
  row: Displaced,
  appointment: Appointment | undefined,
  { now, center, isClosed, isReachable }: Circumstances,
): { state: ClosedState; isCallable: boolean } {
  const state = closedStateOf(row, appointment, isClosed);
  // The center canceled the appointment, but the donor was not emailed and might come.
  const isUninformed =
    appointment !== undefined &&
    wasCanceledByCenter(appointment, isClosed) &&
    row.notified_at === null &&
    now < endOfDay(center, row.day);
  const isCallDue = now >= callDueAt(row, { startsAt: startOfSlot(center, row), isReachable });
  return { state, isCallable: isCallDue && (state === 'waiting' || isUninformed) };
}

/**
 * Returns when a donor is listed for a call, in ms. That is immediately if the site cannot email the donor.
 * Otherwise it is SENDING_MS after the closing if no email was sent, or RESPONSE_MS after it if one was. Both
 * times are shortened to half of the time from the closing to the appointment.
 */
function callDueAt(
  { created_at, notified_at }: Pick<DisplacedAppointmentRow, 'created_at' | 'notified_at'>,
  { startsAt, isReachable }: { startsAt: number; isReachable: boolean },
): number {
  if (!isReachable && notified_at === null) return created_at;
  const waitMs = notified_at === null ? SENDING_MS : RESPONSE_MS;
  return created_at + Math.min(waitMs, Math.max(0, startsAt - created_at) / 2);
}

/**
 * Returns whether the center canceled the appointment. A paid one whose slot is still closed was declined by
 * its donor instead. Declining an unpaid one deletes it.
 */
const wasCanceledByCenter = (
  { status, cancellation_reason, transaction_id }: Appointment,
  isClosed: boolean,
): boolean =>
  status === 'cancelled' && cancellation_reason === null && (transaction_id === null || !isClosed);
