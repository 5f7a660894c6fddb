import type { Day } from '#contract/days.ts';

/** A donation center. */
export type CenterRow = {
  id: string;
  name: string;
  /** `centerKey` of the name; unique. */
  name_key: string;
  address: string;
  /** IANA name. The center's days and times are in it. */
  time_zone: string;
  map_url: string | null;
  /** Notes for donors. */
  notes: string | null;
  /** Incremented by each change of the center, its series and closings. */
  version: number;
  /**
   * When it last changed. For a minute, bookings by servers that did not know of the change are looked for.
   */
  changed_at: number;
  /**
   * A time-ordered id from when the center got this name. Appointments that were booked under it before do
   * not belong to the center. Null for the name with which it was added.
   */
  named_since: string | null;
};

/** A series of clinics. `rule` is a ClinicRule (contract/clinic-rule.ts) as JSON. */
export type CenterSeriesRow = { id: string; center_id: string; rule: string };

/** Closes the intervals of a day that begin from `opens` on and before `closes`. */
export type CenterClosingRow = {
  id: string;
  center_id: string;
  day: Day;
  opens: string;
  closes: string;
  message: string | null;
};

/**
 * The slots of an interval. The rows of a day are created together when the day is first used; from then on
 * they follow the series and closings. `time` is empty for a clinic without intervals.
 */
export type SlotRow = {
  center_id: string;
  day: Day;
  time: string;
  /** 0 once the series has no such interval any more. */
  capacity: number;
  /** Number of appointments and held slots, also in a closed or removed interval. */
  reserved: number;
  /** 1 if closed. */
  closed: number;
};

/** A booked slot whose member had not confirmed the address when booking. */
export type UnconfirmedBookingRow = {
  appointment_id: string;
  user_id: string;
  center_id: string;
  confirm_by: number;
};

/**
 * An offer of a waiting list that the member did not take: it passed, or was declined. Kept while it counts.
 */
export type LapsedOfferRow = { id: string; user_id: string; lapsed_at: number };

/** A member who waits for a slot on a full day. One entry per member, center and day. */
export type WaitingListRow = {
  id: string;
  center_id: string;
  day: Day;
  user_id: string;
  /** The order of the line. */
  joined_at: number;
  /** What a booking needs; null if the member had not entered it. */
  name: string | null;
  phone: string | null;
  blood_group: string | null;
  /**
   * `offered`: a slot is held, and counted in `slots.reserved`. `expired`: the hold ended without a response.
   * `booked`: the slot was accepted; only its link still needs the entry.
   */
  state: 'waiting' | 'offered' | 'expired' | 'booked';
  held_time: string | null;
  held_until: number | null;
};

/**
 * An appointment whose day or time was closed. Whether it has moved since is read from the appointment:
 * another day, or another count of moves.
 */
export type ClosedAppointmentRow = {
  id: string;
  appointment_id: string;
  user_id: string;
  center_id: string;
  /** Null after a change of a series. */
  closing_id: string | null;
  /** The slot that was closed, and the appointment's `moves` at that time. */
  day: Day;
  time: string;
  moves: number;
  message: string | null;
  created_at: number;
  /** When the email was handed over. */
  notified_at: number | null;
  called_at: number | null;
  /** When a coordinator ordered the refund. */
  refund_at: number | null;
};

/** A text message to a donor about a day at a center, of which there is one of each kind. */
export type SentTextRow = {
  user_id: string;
  center_id: string;
  day: Day;
  kind: 'offer' | 'closing';
  /** The id of the message in the outbox, which is the same at each attempt. */
  message_id: string;
};
