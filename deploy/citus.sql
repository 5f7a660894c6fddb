-- Distributes the large tables over the nodes of a Citus cluster: docs/operating.md explains which, and why.
-- Run it once on the coordinator, after the first start of the site, while no server is running:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/citus.sql
--
-- If it fails, fix the cause and continue with the statement that failed: the statements are independent.

-- Unique keys must contain the distribution column. The id is first, because rows are also looked up by id alone.
begin;
-- Add payments by servers of the previous version. From now on only this key prevents that a transaction is used twice.
insert into transactions (transaction_id, appointment_id)
  select transaction_id, id from appointments where transaction_id is not null
  on conflict do nothing;
drop index one_appointment_a_transaction;
create index appointment_of_transaction on appointments (transaction_id);
alter table appointments drop constraint appointments_pkey, add primary key (id, user_id);
-- An intent belongs to one appointment.
drop index charge_of_intent;
create unique index charge_of_intent on charges (intent_id, appointment_id);
alter table charges drop constraint charges_pkey1, add primary key (id, appointment_id);
alter table payment_steps drop constraint payment_steps_pkey, add primary key (id, appointment_id);
commit;

-- Colocates a member's appointments, and the charges and payment steps of an appointment.
select create_distributed_table('appointments', 'user_id', colocate_with => 'none');
select create_distributed_table('places', 'center_id', colocate_with => 'none');
select create_distributed_table('transactions', 'transaction_id', colocate_with => 'none');
select create_distributed_table('charges', 'appointment_id', colocate_with => 'none');
select create_distributed_table('payment_steps', 'appointment_id', colocate_with => 'charges');
select create_distributed_table('identity_session', 'id', colocate_with => 'none');
select create_distributed_table('identity_refresh_token', 'hash', colocate_with => 'none');

-- Remove the local copies on the coordinator, which would prevent new indexes later.
select truncate_local_data_after_distributing_table('appointments');
select truncate_local_data_after_distributing_table('places');
select truncate_local_data_after_distributing_table('transactions');
select truncate_local_data_after_distributing_table('charges');
select truncate_local_data_after_distributing_table('payment_steps');
select truncate_local_data_after_distributing_table('identity_session');
select truncate_local_data_after_distributing_table('identity_refresh_token');
