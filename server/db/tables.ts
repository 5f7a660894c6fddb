import type { Kysely, Transaction } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import type { AppointmentStatus, BloodGroup, CancellationReason } from '#contract/values.ts';
import type { ListVersionTables } from '#platform/database/list-versions.ts';
import { columnsOf } from '#platform/database/rows.ts';
import type {
  CenterClosingRow,
  CenterRow,
  CenterSeriesRow,
  DisplacedAppointmentRow,
  LapsedOfferRow,
  SentTextRow,
  SlotRow,
  UnconfirmedBookingRow,
  WaitingListRow,
} from './center-tables.ts';
import type { StatusChangeRow, WalkIn, WalkInRow } from './check-in-tables.ts';
import type { ContentRow, ContentSlugRow, ContentVersionRow } from './content-tables.ts';
import type { ModerationClaimRow, ModerationDecisionRow } from './moderation-tables.ts';
import type { CardEventRow, PaymentRow, PaymentStepRow } from './payment-tables.ts';
import type { ModeratedPictureRow, PhotoHidingRow, PhotoReportRow, PhotoRow } from './photo-tables.ts';
import type {
  BloodNeedRow,
  BloodRequestRow,
  DonorAvailabilityRow,
  RequestDonorRow,
  RequestMessageRow,
  RequestReportRow,
} from './request-tables.ts';
import type {
  PersonKeyRow,
  ShiftKeyRow,
  StaffInvitationRow,
  StaffLogHeadRow,
  StaffLogPersonRow,
  StaffLogRow,
  StaffRoleRow,
  StaffShiftRow,
} from './staff-tables.ts';

// Tables of the product server. Instants are milliseconds since 1970, days are `YYYY-MM-DD`.
export type UserRow = {
  /** The identity provider's user id, which owns the user's records. */
  id: string;
  /**
   * The address at the last sign-in, in lower case. Empty if another user has signed in with it since then.
   */
  email: string;
  created_at: number;
  /** Language of emails. Null if the user has not signed in since this column was added. */
  language: Language | null;
  /** When the member turned reminders off. */
  reminders_stopped_at: number | null;
  /**
   * When an ID token first reported the address as verified. Null if the latest ID token did not. To check
   * whether an address is confirmed now, call `listAddresses`.
   */
  email_verified_at: number | null;
};

export const userColumns = columnsOf<UserRow>({
  id: true,
  email: true,
  created_at: true,
  language: true,
  reminders_stopped_at: true,
  email_verified_at: true,
});

/** One row per access token. A token is rejected when it is revoked or its identity session has ended. */
export type SessionRow = {
  id: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** Id of the identity session. Null when the provider has none. */
  identity_session: string | null;
  /**
   * When the member last authenticated, according to the provider. The same for a new access token of the
   * session.
   */
  auth_time: number | null;
  /** The second factor of the sign-in, such as `totp`. */
  second_factor: string | null;
};

/** Ended sessions of the identity provider, retained for longer than their tokens are valid. */
export type EndedIdentitySessionRow = { id: string; ended_at: number };

/**
 * Rejects the identity tokens of a deleted account that were issued until `issued_until` (ms).
 * Retained longer than tokens are valid.
 */
export type RejectedTokensRow = { user_id: string; issued_until: number };

export type SeededReviewRow = {
  id: string;
  member_type: string;
  view_context: string;
  image: string;
  name: string;
  email: string;
};

export type ReviewState = 'waiting' | 'published' | 'refused';

/** An opinion submitted for publication. The list of reviews includes the published ones. */
export type ReviewRow = {
  id: string;
  user_id: string;
  appointment_id: string;
  /** Text and name as published. */
  text: string;
  public_name: string;
  state: ReviewState;
  created_at: number;
  /** When the operator last decided about the review. */
  decided_at: number | null;
};

export type AppointmentRow = {
  id: string;
  user_id: string;
  email: string;
  name: string;
  phone: string;
  center: string;
  blood_group: string;
  opinion: string | null;
  day: Day;
  /**
   * What the appointment costs: the fee in force when it was requested, in the smallest unit of the currency.
   * Both are null if it costs nothing.
   */
  fee_amount: number | null;
  fee_currency: string | null;
  /** Id of the PaymentIntent that paid for the appointment. It never changes once it is set. */
  transaction_id: string | null;
  /** The time of the payment, and its amount in the smallest unit. Set together with `transaction_id`. */
  paid_at: number | null;
  paid_amount: number | null;
  paid_currency: string | null;
  refunded_at: number | null;
  /** How much was refunded, in the same unit, if only a part of the payment was. */
  refunded_amount: number | null;
  /** The day for which a reminder was sent, or was not needed because the appointment was booked too late. */
  reminded_day: Day | null;
  /** How often the day or time was changed. Calendars use it as the version of the event. */
  moves: number;
  status: AppointmentStatus;
  /** The center of the slot. Null if the donor's text names no known center. */
  center_id: string | null;
  /** Key of `center` (contract/center-key.ts). */
  center_key: string;
  /**
   * Time of the reserved slot's interval. Empty for a clinic without intervals, and null if no slot is
   * reserved.
   */
  slot_time: string | null;
  /** With the status `deferred`: the day from which the donor may donate again. */
  deferred_until: Day | null;
  /** The value of `deferred_until` for which an email was queued. */
  deferral_emailed: Day | null;
  /** With the status `cancelled`: time of the interval whose slot was released. */
  released_time: string | null;
  /** With the status `cancelled`: the reason. Null if the center canceled the appointment. */
  cancellation_reason: CancellationReason | null;
  /** Set if the donor came without an appointment. */
  walk_in: WalkIn | null;
};

/** A late cancellation, without personal data. */
export type LateCancellationRow = {
  id: string;
  day: Day;
  center: string;
  center_key: string;
  center_id: string | null;
};

export const appointmentColumns = columnsOf<AppointmentRow>({
  id: true,
  user_id: true,
  email: true,
  name: true,
  phone: true,
  center: true,
  blood_group: true,
  opinion: true,
  day: true,
  fee_amount: true,
  fee_currency: true,
  transaction_id: true,
  paid_at: true,
  paid_amount: true,
  paid_currency: true,
  refunded_at: true,
  refunded_amount: true,
  reminded_day: true,
  moves: true,
  status: true,
  center_id: true,
  center_key: true,
  slot_time: true,
  deferred_until: true,
  deferral_emailed: true,
  released_time: true,
  cancellation_reason: true,
  walk_in: true,
});

/** A request of the staff to delete an account. */
export type DeletionRequestRow = {
  user_id: string;
  /** The owner who requested the deletion. Null for the operator. */
  requested_by: string | null;
  /** In ms. */
  requested_at: number;
};

/** A donation from a list that the community kept before it used this site. One per address and day. */
export type ImportedDonationRow = {
  id: string;
  /** The address in the file, in lower case. */
  email: string;
  day: Day;
  center: string;
  blood_group: BloodGroup | null;
  name: string | null;
  /** The member who has accepted the donation. Until then it belongs to nobody. */
  user_id: string | null;
  /** When the donation is erased, in ms. Null once it is accepted. */
  expires_at: number | null;
};

/** A setting of the site, such as its id or why refunds are paused. */
export type SiteSettingRow = { name: string; value: string };

/** The position up to which a job has read a list of the card provider. */
export type JobPositionRow = { job: string; position: number };

/**
 * The request that a member sent with an Idempotency-Key, and the id that the request created. Kept for a
 * day.
 */
export type IdempotencyRow = {
  user_id: string;
  key: string;
  request_hash: string;
  created_id: string;
  created_at: number;
};

export type Tables = {
  users: UserRow;
  sessions: SessionRow;
  ended_identity_sessions: EndedIdentitySessionRow;
  rejected_tokens: RejectedTokensRow;
  seeded_reviews: SeededReviewRow;
  photos: PhotoRow;
  photo_reports: PhotoReportRow;
  photo_hidings: PhotoHidingRow;
  moderated_pictures: ModeratedPictureRow;
  reviews: ReviewRow;
  appointments: AppointmentRow;
  late_cancellations: LateCancellationRow;
  imported_donations: ImportedDonationRow;
  deletion_requests: DeletionRequestRow;
  payments: PaymentRow;
  payment_steps: PaymentStepRow;
  card_events: CardEventRow;
  job_positions: JobPositionRow;
  site_settings: SiteSettingRow;
  idempotency_keys: IdempotencyRow;
  centers: CenterRow;
  center_series: CenterSeriesRow;
  center_closings: CenterClosingRow;
  slots: SlotRow;
  list_versions: ListVersionTables['list_versions'];
  waiting_list: WaitingListRow;
  lapsed_offers: LapsedOfferRow;
  unconfirmed_bookings: UnconfirmedBookingRow;
  closed_appointments: DisplacedAppointmentRow;
  sent_texts: SentTextRow;
  status_changes: StatusChangeRow;
  walk_ins: WalkInRow;
  staff_roles: StaffRoleRow;
  staff_shifts: StaffShiftRow;
  shift_keys: ShiftKeyRow;
  staff_invitations: StaffInvitationRow;
  staff_log: StaffLogRow;
  staff_log_head: StaffLogHeadRow;
  staff_log_people: StaffLogPersonRow;
  person_keys: PersonKeyRow;
  moderation_claims: ModerationClaimRow;
  moderation_decisions: ModerationDecisionRow;
  content: ContentRow;
  content_slugs: ContentSlugRow;
  content_versions: ContentVersionRow;
  blood_requests: BloodRequestRow;
  request_donors: RequestDonorRow;
  request_messages: RequestMessageRow;
  request_reports: RequestReportRow;
  donor_availability: DonorAvailabilityRow;
  blood_needs: BloodNeedRow;
};

/** The product server's database, and a transaction on it. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
