import { type Migrations, sqlMigration } from '#platform/database/migrate.ts';

const start = sqlMigration(`
  create table cards_methods (
    id text primary key, brand text not null, funding text not null, last4 text not null,
    exp_month integer not null, exp_year integer not null, outcome text not null,
    billing_name text, billing_email text, created_at bigint not null
  );
  create table cards_intents (
    id text primary key, client_secret text not null, amount bigint not null, currency text not null,
    status text not null, description text, receipt_email text, metadata text not null, method_id text,
    last_refusal text, charge_id text, refund_id text, canceled_at bigint, created_at bigint not null
  );
  create table cards_idempotency (
    key text primary key, request_hash text not null, status integer not null, body text not null,
    created_at bigint not null
  )`);

const chargesAndLists = sqlMigration(`
  alter table cards_intents add column automatic_methods integer not null default 0;
  alter table cards_intents add column charged_at bigint;
  alter table cards_intents add column cancellation_reason text;
  create index cards_intents_created on cards_intents (created_at, id);
  create index cards_idempotency_created on cards_idempotency (created_at)`);

const events = sqlMigration(`
  create table cards_events (
    id text primary key, type text not null, object text not null, previous text, request_id text,
    idempotency_key text, pending_webhooks integer not null, created_at bigint not null
  );
  create index cards_events_created on cards_events (created_at, id)`);

/** Gives each attempt and each refund its own row, so that charges can be refunded in parts. */
const chargesAndRefunds = sqlMigration(`
  create table cards_charges (
    id text primary key, intent_id text not null, method_id text not null, amount bigint not null,
    refunded bigint not null, refusal text, created_at bigint not null
  );
  create table cards_refunds (
    id text primary key, charge_id text not null, intent_id text not null, amount bigint not null,
    reason text, metadata text not null, created_at bigint not null
  );
  create index cards_charges_intent on cards_charges (intent_id, created_at, id);
  create index cards_refunds_intent on cards_refunds (intent_id, created_at, id);
  insert into cards_charges (id, intent_id, method_id, amount, refunded, refusal, created_at)
    select charge_id, id, method_id, amount, case when refund_id is null then 0 else amount end, last_refusal,
      coalesce(charged_at, created_at)
    from cards_intents where charge_id is not null and method_id is not null;
  insert into cards_refunds (id, charge_id, intent_id, amount, metadata, created_at)
    select refund_id, charge_id, id, amount, '{}', coalesce(charged_at, created_at)
    from cards_intents where charge_id is not null and refund_id is not null;
  alter table cards_intents drop column charged_at;
  alter table cards_intents drop column refund_id`);

const authentications = sqlMigration(`
  create table cards_authentications (
    id text primary key, intent_id text not null, method_id text not null, url text not null,
    return_url text, answer text, created_at bigint not null
  );
  alter table cards_methods add column authentication text not null default 'never';
  alter table cards_intents add column authentication_id text;
  alter table cards_charges add column authentication_id text;
  create index cards_charges_authentication on cards_charges (authentication_id)`);

/** Refunds of some cards succeed or fail only some time after the request. */
const delayedRefunds = sqlMigration(`
  alter table cards_methods add column refund text not null default 'succeeds';
  alter table cards_refunds add column status text not null default 'succeeded';
  alter table cards_refunds add column changes_at bigint;
  create index cards_refunds_changes on cards_refunds (changes_at)`);

/** The owners of some cards dispute a charge after it was paid. */
const disputes = sqlMigration(`
  alter table cards_methods add column dispute text;
  alter table cards_charges add column disputed integer not null default 0;
  create table cards_disputes (
    id text primary key, charge_id text not null, intent_id text not null, amount bigint not null,
    reason text not null, status text not null, created_at bigint not null
  );
  create index cards_disputes_of_intent on cards_disputes (intent_id);
  create index cards_disputes_created on cards_disputes (created_at, id)`);

export const cardsMigrations: Migrations = {
  service: 'cards',
  steps: {
    '0001-start': start,
    '0002-charges-and-lists': chargesAndLists,
    '0003-events': events,
    '0004-charges-and-refunds': chargesAndRefunds,
    '0005-authentications': authentications,
    '0006-refunds-in-time': delayedRefunds,
    '0007-disputes': disputes,
  },
};
