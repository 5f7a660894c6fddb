import type { Day } from '#contract/days.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import type { AppointmentStatus } from '#contract/values.ts';

/** A change of an appointment's status by staff. A device may send it hours later. */
export type StatusChangeRow = {
  id: string;
  appointment_id: string;
  /** Chosen by the device, so that a repeated request changes nothing. */
  operation_id: string;
  center_id: string;
  /** The day of the appointment. */
  day: Day;
  status: AppointmentStatus;
  deferred_until: Day | null;
  /** When the change was made. Always later than the device's previous change. */
  changed_at: number;
  /** When the server received the change. */
  recorded_at: number;
  /** The id of the shift, which identifies the device. */
  writer: string;
  role: StaffRole;
  /** The browser. Empty if unknown. */
  device: string;
  /** 1 if the pass was scanned. */
  is_scan: number | null;
};

/** The appointment created by a request to add a walk-in. */
export type WalkInRow = {
  center_id: string;
  operation_id: string;
  appointment_id: string;
  /** When the donor came. */
  arrived_at: number;
};

/** A donor who came without an appointment: `placed` in a slot of the day, or `over-capacity`. */
export type WalkIn = 'placed' | 'over-capacity';
