-- Spreads the tables that grow with every year over the nodes of a Citus cluster: docs/operating.md says which, and why.
-- Once, on the coordinator, after the first start of the site on it, and while no server runs:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/citus.sql
--
-- Should it break off, put right what it says, and go on with the statement that failed: each stands by itself.

-- What is unique must contain what its table is spread by. The id comes first: rows are found by it alone too.
begin;
-- Servers of the version before have paid without a row here. From now on this key alone refuses a second use.
insert into transactions (transaction_id, appointment_id)
  select transaction_id, id from appointments where transaction_id is not null
  on conflict do nothing;
drop index one_appointment_a_transaction;
create index appointment_of_transaction on appointments (transaction_id);
alter table appointments drop constraint appointments_pkey, add primary key (id, user_id);
-- An intent is made for one appointment.
drop index charge_of_intent;
create unique index charge_of_intent on charges (intent_id, appointment_id);
alter table charges drop constraint charges_pkey1, add primary key (id, appointment_id);
alter table payment_steps drop constraint payment_steps_pkey, add primary key (id, appointment_id);
commit;

-- A member's appointments lie together; so does all that is known of an appointment's money.
select create_distributed_table('appointments', 'user_id', colocate_with => 'none');
select create_distributed_table('transactions', 'transaction_id', colocate_with => 'none');
select create_distributed_table('charges', 'appointment_id', colocate_with => 'none');
select create_distributed_table('payment_steps', 'appointment_id', colocate_with => 'charges');
select create_distributed_table('identity_session', 'id', colocate_with => 'none');
select create_distributed_table('identity_refresh_token', 'hash', colocate_with => 'none');

-- What was copied to the nodes is still on the coordinator's disk, and would be in the way of a later index.
select truncate_local_data_after_distributing_table('appointments');
select truncate_local_data_after_distributing_table('transactions');
select truncate_local_data_after_distributing_table('charges');
select truncate_local_data_after_distributing_table('payment_steps');
select truncate_local_data_after_distributing_table('identity_session');
select truncate_local_data_after_distributing_table('identity_refresh_token');
