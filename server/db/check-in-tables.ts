import type { Day } from '#contract/days.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import type { AppointmentStatus } from '#contract/values.ts';

/** A change of an appointment's status by staff. Devices may send changes hours after they were made. */
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
  /** When the person made it, after the earlier changes on the same device. */
  changed_at: number;
  /** When the server received it. */
  recorded_at: number;
  /** The id of the shift, so the device. */
  writer: string;
  role: StaffRole;
  /** The browser; empty if unknown. */
  device: string;
  /** 1 if the pass was scanned. */
  is_scan: number | null;
};

/** The appointment that a request for a walk-in has created. */
export type WalkInRow = {
  center_id: string;
  operation_id: string;
  appointment_id: string;
  /** When the donor came. */
  arrived_at: number;
};

/** A donor who came without an appointment: in a slot of the day, or beyond its slots. */
export type WalkIn = 'placed' | 'over-capacity';
