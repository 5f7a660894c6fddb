import { sqlMigration } from '#platform/database/migrate.ts';

/**
 * Stores a payment before its PaymentIntent is requested, with at most one live payment per appointment. Adds the
 * receipt to the appointment, the handled provider events, and the payment log.
 *
 * Of several open payments only the newest stays open; money for another one is still found through the provider's
 * events. Dropping the former table drops its indexes, which that subquery needs.
 */
export const paymentLog = sqlMigration(`
  alter table charges rename to charges_before_0003;
  create table charges (
    id text primary key, appointment_id text not null, intent_id text, amount integer not null,
    currency text not null, status text not null, created_at bigint not null, check_at bigint not null
  );
  insert into charges (id, appointment_id, intent_id, amount, currency, status, created_at, check_at)
    select intent_id, appointment_id, intent_id, 500, 'usd',
      case when status = 'open' and exists (select 1 from charges_before_0003 as newer
        where newer.appointment_id = older.appointment_id and newer.status = 'open'
        and (newer.created_at > older.created_at
          or (newer.created_at = older.created_at and newer.intent_id > older.intent_id)))
      then 'canceled' else status end, created_at, check_at
    from charges_before_0003 as older;
  drop table charges_before_0003;
  create unique index charge_of_intent on charges (intent_id);
  create index charges_of_appointment on charges (appointment_id);
  create index charges_to_check on charges (status, check_at);
  create unique index one_live_charge_an_appointment on charges (appointment_id)
    where status in ('opening', 'open');

  alter table appointments add column paid_at bigint;
  alter table appointments add column paid_amount integer;
  alter table appointments add column paid_currency text;
  update appointments set paid_amount = 500, paid_currency = 'usd',
    paid_at = coalesce((select created_at from charges where intent_id = appointments.transaction_id), 0)
    where transaction_id is not null;

  create table payment_steps (
    id text primary key, at bigint not null, appointment_id text not null, intent_id text,
    step text not null, "by" text not null
  );
  create index payment_steps_of_appointment on payment_steps (appointment_id);
  create index payment_steps_of_intent on payment_steps (intent_id);
  create table card_events (id text primary key, received_at bigint not null);
  create index card_events_age on card_events (received_at);
  create table job_positions (job text primary key, position bigint not null)`);
