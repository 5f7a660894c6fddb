import type { Day } from '#contract/days.ts';

/** A donation center. */
export type CenterRow = {
  id: string;
  name: string;
  /** The unique `centerKey` of the name. */
  name_key: string;
  address: string;
  /** IANA time zone of the center's days and times. */
  time_zone: string;
  map_url: string | null;
  /** Notes for donors. */
  notes: string | null;
  /** A Visit (contract/visit.ts) as JSON. */
  visit: string;
  /** Incremented by each change of the center, its series and closings. */
  version: number;
  /**
   * When the center last changed. Soon afterwards, a job links bookings that had read its previous version.
   */
  changed_at: number;
  /**
   * Time-ordered id generated when the center was renamed to this name. Earlier appointments under this name
   * do not belong to the center. Null if it was never renamed.
   */
  named_since: string | null;
};

/** A series of clinics. `rule` is a ClinicRule (contract/clinic-rule.ts) as JSON. */
export type CenterSeriesRow = { id: string; center_id: string; rule: string };

/** Closes the intervals of a day that begin at or after `opens` and before `closes`. */
export type CenterClosingRow = {
  id: string;
  center_id: string;
  day: Day;
  opens: string;
  closes: string;
  message: string | null;
};

/**
 * The slots of an interval. All rows of a day are created when the day is first used. Later changes of series
 * and closings update the rows. `time` is empty for a clinic without intervals.
 */
export type SlotRow = {
  center_id: string;
  day: Day;
  time: string;
  /** 0 if the series no longer has this interval. */
  capacity: number;
  /** Number of appointments and held slots, even if the interval is closed or removed. */
  reserved: number;
  /** 1 if closed. */
  closed: number;
};

/** A slot booked by a member whose address was not confirmed at that time. */
export type UnconfirmedBookingRow = {
  appointment_id: string;
  user_id: string;
  center_id: string;
  confirm_by: number;
};

/**
 * A waiting-list offer that lapsed, because its hold ended or the member declined it. Kept while the offer
 * counts toward the limit of lapsed offers.
 */
export type LapsedOfferRow = { id: string; user_id: string; lapsed_at: number };

/** A member who waits for a slot on a full day. One entry per member, center and day. */
export type WaitingListRow = {
  id: string;
  center_id: string;
  day: Day;
  user_id: string;
  /** Determines the order of the waiting list. */
  joined_at: number;
  /** The donor's details for a booking. Each is null if the member did not enter it. */
  name: string | null;
  phone: string | null;
  blood_group: string | null;
  /**
   * `offered`: a slot is held, and counted in `slots.reserved`. `expired`: the hold ended without a response.
   * `booked`: the slot was accepted, and the entry is kept only for the offer's link.
   */
  state: 'waiting' | 'offered' | 'expired' | 'booked';
  held_time: string | null;
  held_until: number | null;
};

/**
 * An appointment whose slot was closed, or that the center canceled. The appointment has moved since then if
 * its `day` or `moves` differs from this row's.
 */
export type DisplacedAppointmentRow = {
  id: string;
  appointment_id: string;
  user_id: string;
  center_id: string;
  /** Null if no closing is the cause, but a change of a series or a cancellation by the center. */
  closing_id: string | null;
  /** The slot that was closed, and the appointment's `moves` at that time. */
  day: Day;
  time: string;
  moves: number;
  message: string | null;
  created_at: number;
  /** When the email was accepted for delivery. */
  notified_at: number | null;
  called_at: number | null;
  /** When a coordinator ordered the refund. */
  refund_at: number | null;
};

/** A text message to a donor about a day at a center. At most one of each kind is sent. */
export type SentTextRow = {
  user_id: string;
  center_id: string;
  day: Day;
  kind: 'offer' | 'closing';
  /** The id of the message in the outbox, which is the same at each attempt. */
  message_id: string;
};
