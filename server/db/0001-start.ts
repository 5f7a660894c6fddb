import { createVersionTriggers } from '#platform/database/list-versions.ts';
import { sqlMigration } from '#platform/database/migrate.ts';

const users = `
  create table users (
    id text primary key, email text not null, created_at bigint not null, language text,
    reminders_stopped_at bigint, email_verified_at bigint
  );
  create unique index one_user_an_address on users (email) where email <> '';
  create index users_by_email on users (email);
  create table sessions (
    id text primary key, user_id text not null, created_at bigint not null, expires_at bigint not null,
    revoked_at bigint, identity_session text, auth_time bigint, second_factor text
  );
  create index sessions_end on sessions (expires_at);
  create index sessions_of_user on sessions (user_id);
  create table ended_identity_sessions (id text primary key, ended_at bigint not null);
  create index ended_identity_sessions_end on ended_identity_sessions (ended_at);
  create table rejected_tokens (user_id text primary key, issued_until bigint not null);
  create index rejected_tokens_end on rejected_tokens (issued_until);
  create table idempotency_keys (
    user_id text not null, key text not null, request_hash text not null, created_id text not null,
    created_at bigint not null,
    constraint idempotency_keys_key primary key (user_id, key)
  );
  create index idempotency_keys_age on idempotency_keys (created_at)`;

/** `appointments_by_day` contains all columns that the figures count, so that no rows need to be read. */
const appointments = `
  create table appointments (
    id text primary key, user_id text not null, email text not null, name text not null, phone text not null,
    center text not null, center_key text not null, center_id text, slot_time text, released_time text,
    blood_group text not null, opinion text, day text not null, moves integer not null default 0,
    status text not null default 'booked', cancellation_reason text, walk_in text,
    deferred_until text, deferral_emailed text, reminded_day text,
    transaction_id text, paid_at bigint, paid_amount integer, paid_currency text,
    refunded_at bigint, refunded_amount integer,
    constraint one_appointment_a_day unique (user_id, day)
  );
  create unique index one_appointment_a_transaction on appointments (transaction_id);
  create index appointments_by_day on appointments (day, center_key, center_id, status);
  create index appointments_of_center on appointments (center_id, day) where center_id is not null;
  create index appointments_to_link on appointments (center_key, day) where center_id is null;
  create index appointments_to_remind on appointments (day, id) where coalesce(reminded_day, '') <> day;
  create index deferrals_to_email on appointments (deferred_until, id)
    where deferred_until is not null and coalesce(deferral_emailed, '') <> deferred_until;
  create index over_capacity_by_day on appointments (day, center_key, center_id, status)
    where walk_in = 'over-capacity';
  create table late_cancellations (
    id text primary key, day text not null, center text not null, center_key text not null, center_id text
  );
  create index late_cancellations_by_day on late_cancellations (day, center_key, center_id)`;

const payments = `
  create table payments (
    id text primary key, appointment_id text not null, intent_id text, amount integer not null,
    currency text not null, status text not null, created_at bigint not null, expires_at bigint not null,
    refunded_amount integer not null default 0, problem text, dispute text, last_requested_at bigint, next_check_at bigint
  );
  create unique index payment_of_intent on payments (intent_id);
  create unique index one_live_payment_an_appointment on payments (appointment_id)
    where status in ('opening', 'open');
  create index payments_by_age on payments (created_at);
  create index payments_disputed on payments (dispute) where dispute is not null;
  create index payments_of_appointment on payments (appointment_id);
  create index payments_to_expire on payments (status, expires_at);
  create index payments_to_check on payments (status, next_check_at);
  create table payment_steps (
    id text primary key, at bigint not null, appointment_id text not null, intent_id text,
    step text not null, "by" text not null
  );
  create index payment_steps_of_appointment on payment_steps (appointment_id);
  create index payment_steps_of_intent on payment_steps (intent_id);
  create table card_events (id text primary key, received_at bigint not null);
  create index card_events_age on card_events (received_at);
  create table job_positions (job text primary key, position bigint not null);
  create table site_settings (name text primary key, value text not null)`;

const photos = `
  create table photos (
    id text primary key, user_id text not null, picture_id text not null, title text not null,
    width integer, height integer, placeholder text, reports integer not null default 0,
    reported_at bigint, hidden_at bigint, kept_at bigint, over_limit_at bigint
  );
  create unique index one_photo_per_person_and_picture on photos (user_id, picture_id);
  create index photos_by_picture_id on photos (picture_id);
  create index hidden_photos_by_picture_id on photos (picture_id, id) where hidden_at is not null;
  create index photos_of_user on photos (user_id);
  create index photos_to_review on photos (reported_at) where reported_at is not null;
  create table photo_reports (
    photo_id text not null, user_id text not null, created_at bigint not null,
    constraint photo_reports_key primary key (photo_id, user_id)
  );
  create index photo_reports_of_user on photo_reports (user_id);
  create table photo_hidings (slot integer primary key, hidden_at bigint not null);
  create table moderated_pictures (picture_id text primary key, decided_at bigint not null)`;

const reviews = `
  create table seeded_reviews (
    id text primary key, member_type text not null, view_context text not null,
    image text not null, name text not null, email text not null
  );
  create table reviews (
    id text primary key, user_id text not null, appointment_id text not null, text text not null,
    public_name text not null, state text not null, created_at bigint not null, decided_at bigint
  );
  create unique index review_of_appointment on reviews (appointment_id);
  create index reviews_by_state on reviews (state, decided_at, id);
  create index reviews_of_user on reviews (user_id)`;

const moderation = `
  create table moderation_decisions (
    id text primary key, kind text not null, item_id text not null, user_id text not null, title text not null,
    decision text not null, reason text, note text, decided_by text, decided_at bigint not null,
    decided_with text not null, previous text not null, is_final integer not null, notifies integer not null,
    notified_at bigint, objection text, objected_at bigint, replaced_at bigint
  );
  create index decisions_by_objection on moderation_decisions (objected_at);
  create index decisions_by_time on moderation_decisions (decided_at);
  create index decisions_of_author on moderation_decisions (user_id);
  create index decisions_of_item on moderation_decisions (item_id, kind);
  create index decisions_to_notify on moderation_decisions (notified_at, decided_at);
  create table moderation_claims (
    kind text not null, item_id text not null, user_id text not null, expires_at bigint not null,
    constraint moderation_holds_key primary key (kind, item_id)
  )`;

const staff = `
  create table staff_roles (
    user_id text not null, role text not null, center_id text not null, granted_at bigint not null,
    constraint staff_roles_key primary key (user_id, role, center_id)
  );
  create table staff_invitations (
    email text not null, role text not null, center_id text not null, expires_at bigint not null,
    constraint staff_invitations_key primary key (email, role, center_id)
  );
  create table staff_shifts (
    id text primary key, user_id text not null, sign_in text not null, device text not null,
    started_at bigint not null, ends_at bigint not null
  );
  create unique index one_shift_per_sign_in on staff_shifts (user_id, sign_in);
  create index shifts_by_end on staff_shifts (ends_at);
  create table shift_keys (
    shift_id text primary key, user_id text not null, key text not null, ends_at bigint not null
  );
  create index shift_keys_by_end on shift_keys (ends_at);
  create index shift_keys_of_user on shift_keys (user_id)`;

const staffLog = `
  create table staff_log (seq bigint primary key, at bigint not null, content text not null, mac text not null);
  create table staff_log_head (id integer primary key, seq bigint not null, mac text not null);
  create table staff_log_people (
    pseudonym text not null, seq bigint not null, is_actor integer not null,
    constraint staff_log_people_key primary key (pseudonym, seq, is_actor)
  );
  create index staff_log_people_by_row on staff_log_people (seq);
  create table person_keys (pseudonym text primary key, user_id text, mac text not null);
  create index person_keys_by_user on person_keys (user_id)`;

const centers = `
  create table centers (
    id text primary key, name text not null, name_key text not null, address text not null,
    time_zone text not null, map_url text, notes text, version integer not null, changed_at bigint not null,
    named_since text
  );
  create unique index one_center_per_name on centers (name_key);
  create table center_series (id text primary key, center_id text not null, rule text not null);
  create index series_of_center on center_series (center_id);
  create table center_closings (
    id text primary key, center_id text not null, day text not null, opens text not null, closes text not null,
    message text
  );
  create index closings_of_center on center_closings (center_id, day);
  create table slots (
    center_id text not null, day text not null, time text not null, capacity integer not null,
    reserved integer not null, closed integer not null,
    constraint places_key primary key (center_id, day, time)
  );
  create table closed_appointments (
    id text primary key, appointment_id text not null, user_id text not null, center_id text not null,
    closing_id text, day text not null, time text not null, moves integer not null, message text,
    created_at bigint not null, notified_at bigint, called_at bigint, refund_at bigint
  );
  create index closed_of_appointment on closed_appointments (appointment_id);
  create index closed_of_center on closed_appointments (center_id, day);
  create index closed_of_user on closed_appointments (user_id);
  create table sent_texts (
    user_id text not null, center_id text not null, day text not null, kind text not null,
    message_id text not null,
    constraint sent_texts_key primary key (user_id, center_id, day, kind)
  );
  create index sent_texts_by_day on sent_texts (day)`;

const waitingLists = `
  create table waiting_list (
    id text primary key, center_id text not null, day text not null, user_id text not null,
    joined_at bigint not null, name text, phone text, blood_group text, state text not null,
    held_time text, held_until bigint
  );
  create unique index one_entry_per_day on waiting_list (center_id, day, user_id);
  create index waiting_by_line on waiting_list (center_id, day, state, joined_at, id);
  create index waiting_by_state on waiting_list (state, held_until);
  create index waiting_of_user on waiting_list (user_id);
  create table lapsed_offers (id text primary key, user_id text not null, lapsed_at bigint not null);
  create index lapsed_offers_by_age on lapsed_offers (lapsed_at);
  create index lapsed_offers_of_user on lapsed_offers (user_id, lapsed_at);
  create table unconfirmed_bookings (
    appointment_id text primary key, user_id text not null, center_id text not null, confirm_by bigint not null
  );
  create index unconfirmed_by_time on unconfirmed_bookings (confirm_by);
  create index unconfirmed_of_center on unconfirmed_bookings (center_id);
  create index unconfirmed_of_user on unconfirmed_bookings (user_id)`;

const checkIn = `
  create table status_changes (
    id text primary key, appointment_id text not null, operation_id text not null, center_id text not null,
    day text not null, status text not null, deferred_until text, changed_at bigint not null,
    recorded_at bigint not null, writer text not null, role text not null, device text not null, is_scan integer
  );
  create unique index status_change_of_operation on status_changes (appointment_id, operation_id);
  create index status_changes_by_time on status_changes (recorded_at);
  create index status_changes_of_day on status_changes (center_id, day);
  create table walk_ins (
    center_id text not null, operation_id text not null, appointment_id text not null, arrived_at bigint not null,
    constraint walk_ins_key primary key (center_id, operation_id)
  );
  create index walk_in_of_appointment on walk_ins (appointment_id)`;

const tables = sqlMigration(
  [
    ...[users, appointments, payments, photos, reviews, moderation, staff, staffLog],
    ...[centers, waitingLists, checkIn],
  ].join(';'),
);

/** Creates the tables of the product server, and the triggers that increment the versions of lists. */
export const initialSchema: typeof tables = {
  ...tables,
  async up(db) {
    await tables.up(db);
    await createVersionTriggers(db, {
      reviews: ['seeded_reviews', 'reviews'],
      photos: ['photos'],
      centers: ['centers', 'center_series', 'center_closings', 'slots'],
    });
  },
};
