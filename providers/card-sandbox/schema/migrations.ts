import { type Migrations, sqlMigration } from '#platform/database/migrate.ts';

const start = sqlMigration(`
  create table cards_methods (
    id text primary key, brand text not null, funding text not null, last4 text not null,
    exp_month integer not null, exp_year integer not null, outcome text not null,
    authentication text not null default 'never', billing_name text, billing_email text, created_at bigint not null
  );
  create table cards_intents (
    id text primary key, client_secret text not null, amount bigint not null, currency text not null,
    status text not null, description text, receipt_email text, metadata text not null, method_id text,
    authentication_id text, last_refusal text, charge_id text, automatic_methods integer not null default 0,
    cancellation_reason text, canceled_at bigint, created_at bigint not null
  );
  create index cards_intents_created on cards_intents (created_at, id);
  create table cards_authentications (
    id text primary key, intent_id text not null, method_id text not null, url text not null,
    return_url text, answer text, created_at bigint not null
  );
  create table cards_charges (
    id text primary key, intent_id text not null, method_id text not null, authentication_id text,
    amount bigint not null, refunded bigint not null, refusal text, disputed integer not null default 0,
    created_at bigint not null
  );
  create index cards_charges_authentication on cards_charges (authentication_id);
  create index cards_charges_intent on cards_charges (intent_id, created_at, id);
  create table cards_refunds (
    id text primary key, charge_id text not null, intent_id text not null, amount bigint not null,
    status text not null default 'succeeded', reason text, metadata text not null, created_at bigint not null
  );
  create index cards_refunds_intent on cards_refunds (intent_id, created_at, id);
  create table cards_disputes (
    id text primary key, charge_id text not null, intent_id text not null, amount bigint not null,
    reason text not null, status text not null, created_at bigint not null
  );
  create index cards_disputes_created on cards_disputes (created_at, id);
  create index cards_disputes_of_intent on cards_disputes (intent_id);
  create table cards_events (
    id text primary key, type text not null, object text not null, previous text, request_id text,
    idempotency_key text, pending_webhooks integer not null, created_at bigint not null
  );
  create index cards_events_created on cards_events (created_at, id);
  create table cards_idempotency (
    key text primary key, request_hash text not null, status integer not null, body text not null,
    created_at bigint not null
  );
  create index cards_idempotency_created on cards_idempotency (created_at)`);

export const cardsMigrations: Migrations = { service: 'cards', steps: { '0001-start': start } };
