import { createVersionTriggers } from '#platform/database/list-versions.ts';
import { type Migrations, sqlMigration } from '#platform/database/migrate.ts';
import { initialSchema } from './0001-start.ts';
import { paymentLog } from './0003-payment-trail.ts';
import { reportedPhotos } from './0004-reported-photos.ts';
import { abusePrevention } from './0014-abuse-prevention.ts';
import { pictureIds } from './0017-picture-ids.ts';
import { staff } from './0018-staff.ts';
import { shifts } from './0019-shifts.ts';
import { moderation } from './0020-moderation.ts';
import { figures } from './0021-figures.ts';
import { logCheckpoints } from './0022-log-checkpoints.ts';
import { centers } from './0023-centers.ts';
import { waitingList } from './0025-waiting-list.ts';
import { checkIn } from './0027-check-in.ts';
import { overCapacity } from './0028-over-capacity.ts';
import { logErasures } from './0029-log-erasures.ts';
import { foldedKeys } from './0035-folded-keys.ts';
import { textsAndRefunds } from './0040-texts-and-refunds.ts';
import { shiftKeys } from './0044-shift-keys.ts';
import { oneLogChain } from './0050-one-log-chain.ts';

/** Revokes identity tokens that have not expired. */
const rejectedTokens = sqlMigration(`
  create table refused_tokens (user_id text primary key, made_until bigint not null);
  create index refused_tokens_end on refused_tokens (made_until)`);

/** Links access tokens to identity sessions, and records ended identity sessions. */
const identitySessions = sqlMigration(`
  alter table sessions add column identity_session text;
  create table ended_identity_sessions (id text primary key, ended_at bigint not null);
  create index ended_identity_sessions_end on ended_identity_sessions (ended_at)`);

/** Makes the transaction id the primary key of a separate table. The unique index on appointments remains. */
const transactions = sqlMigration(`
  create table transactions (transaction_id text primary key, appointment_id text not null);
  insert into transactions (transaction_id, appointment_id)
    select transaction_id, id from appointments where transaction_id is not null`);

/** Records the reminded day, the number of moves, and members who turned reminders off. */
const reminders = sqlMigration(`
  alter table appointments add column reminded_day text;
  alter table appointments add column moves integer not null default 0;
  alter table users add column reminders_stopped_at bigint;
  create index appointments_to_remind on appointments (day, id) where coalesce(reminded_day, '') <> day`);

/** Stores opinions submitted for publication. The published ones are shown with the reviews. */
const opinions = sqlMigration(`
  create table opinions (
    id text primary key, user_id text not null, appointment_id text not null, text text not null,
    shown_name text not null, state text not null, created_at bigint not null, decided_at bigint
  );
  create index opinions_of_user on opinions (user_id);
  create unique index opinion_of_appointment on opinions (appointment_id);
  create index opinions_by_state on opinions (state, decided_at, id)`);

/**
 * Records partial and failed refunds and disputes on the payment, schedules checks of open payments, and gives the site
 * an id. Every column is nullable or has a default: the previous version keeps running.
 */
const paymentDecisions = sqlMigration(`
  alter table charges add column refunded_amount integer not null default 0;
  alter table charges add column problem text;
  alter table charges add column dispute text;
  alter table charges add column seen_at bigint;
  alter table charges add column look_at bigint;
  create index charges_to_look on charges (status, look_at);
  create index charges_disputed on charges (dispute) where dispute is not null;
  create table site_settings (name text primary key, value text not null)`);

export const serverMigrations: Migrations = {
  service: 'server',
  steps: {
    '0001-start': initialSchema,
    // A transaction pays for one appointment.
    '0002-one-payment-each': sqlMigration(
      'create unique index one_appointment_a_transaction on appointments (transaction_id)',
    ),
    '0003-payment-trail': paymentLog,
    '0004-reported-photos': reportedPhotos,
    // Finds expired sessions without reading the whole table, which could exceed the statement timeout.
    '0005-ends-in-order': sqlMigration('create index sessions_end on sessions (expires_at)'),
    '0006-refused-tokens': rejectedTokens,
    '0007-identity-sessions': identitySessions,
    '0008-transactions': transactions,
    // The language of emails to a member; null until their next sign-in, which means English.
    '0009-languages': sqlMigration('alter table users add column language text'),
    '0010-reminders': reminders,
    '0011-opinions': opinions,
    // Finds the first payment and the live ones that are due without reading all of them.
    '0012-charges-by-age': sqlMigration('create index charges_by_age on charges (created_at)'),
    // When the member last authenticated; null for sessions of the previous version.
    '0013-recent-sign-ins': sqlMigration('alter table sessions add column auth_time bigint'),
    '0014-abuse-prevention': abusePrevention,
    '0015-payment-decisions': paymentDecisions,
    // Finds the hidden photos of a picture, which every listed photo needs to check.
    '0016-hidden-pictures': sqlMigration(
      'create index hidden_photos_of_picture on photos (img, id) where hidden_at is not null',
    ),
    '0017-picture-ids': pictureIds,
    '0018-staff': staff,
    '0019-shifts': shifts,
    '0020-moderation': moderation,
    '0021-figures': figures,
    '0022-log-checkpoints': logCheckpoints,
    '0023-centers': centers,
    '0025-waiting-list': waitingList,
    '0027-check-in': checkIn,
    '0028-over-capacity': overCapacity,
    '0029-log-erasures': logErasures,
    // From when on appointments whose text is the name belong to a renamed center.
    '0033-named-since': sqlMigration('alter table centers add column named_since text'),
    // Whether the pass was scanned. `seen_changes` is no longer used.
    '0034-seen-changes': sqlMigration(`
      alter table status_changes add column seen_changes integer;
      alter table status_changes add column is_scan integer`),
    '0035-folded-keys': foldedKeys,
    // For lookups that read all rows: texts that name a center, an account by its address, the next in a line.
    '0036-lookups': sqlMigration(`
      create index appointments_to_adopt on appointments (center_key, day) where center_id is null;
      create index users_by_email on users (email);
      create index waiting_by_line on waiting_list (center_id, day, state, joined_at, id)`),
    // An address belongs to one user. Of several who had it, the one who registered last keeps it.
    '0037-one-user-an-address': sqlMigration(`
      update users set email = '', email_verified_at = null where exists (
        select 1 from users as later where later.email = users.email
          and (later.created_at, later.id) > (users.created_at, users.id));
      create unique index one_user_an_address on users (email) where email <> ''`),
    // Slots at centers whose member had not confirmed the address when booking.
    '0038-unconfirmed-bookings': sqlMigration(`
      create table unconfirmed_bookings (
        appointment_id text primary key, user_id text not null, center_id text not null, confirm_by bigint not null,
        canceled_at bigint
      );
      create index unconfirmed_by_time on unconfirmed_bookings (confirm_by);
      create index unconfirmed_of_center on unconfirmed_bookings (center_id);
      create index unconfirmed_of_user on unconfirmed_bookings (user_id)`),
    // Offers of waiting lists that nobody took, for a day.
    '0039-lapsed-offers': sqlMigration(`
      create table lapsed_offers (id text primary key, user_id text not null, lapsed_at bigint not null);
      create index lapsed_offers_of_user on lapsed_offers (user_id, lapsed_at);
      create index lapsed_offers_by_age on lapsed_offers (lapsed_at)`),
    '0040-texts-and-refunds': textsAndRefunds,
    '0044-shift-keys': shiftKeys,
    // Why an appointment was canceled. A row of `unconfirmed_bookings` only says that one waits for a confirmation.
    '0047-cancellation-reason': sqlMigration(`
      alter table appointments add column cancellation_reason text;
      update appointments set cancellation_reason = 'address-unconfirmed'
        where status = 'cancelled' and id in (
          select appointment_id from unconfirmed_bookings where canceled_at is not null);
      delete from unconfirmed_bookings where canceled_at is not null`),
    '0048-list-versions': {
      up: (db) =>
        createVersionTriggers(db, {
          reviews: ['reviews', 'opinions'],
          photos: ['photos'],
          centers: ['centers', 'center_series', 'center_closings', 'places'],
        }),
    },
    '0050-one-log-chain': oneLogChain,
    // The unique index on appointments says which one a transaction paid for.
    '0052-no-transactions': sqlMigration('drop table transactions'),
  },
};
