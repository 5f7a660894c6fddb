import { addVersionTriggers } from '#platform/database/list-versions.ts';
import { sqlMigration } from '#platform/database/migrate.ts';

const tables = sqlMigration(`
  create table blood_requests (
    id text primary key, user_id text, blood_group text not null, component text not null, bags integer not null,
    agreed integer not null default 0, given integer not null default 0, district text not null,
    hospital text not null, center_id text, needed_by bigint not null, initials text not null,
    relation text not null, phone text not null, note text, state text not null, reason text,
    created_at bigint not null, waves integer not null default 0, next_wave_at bigint, ended_at bigint,
    constraint no_more_than_needed check (agreed >= 0 and given >= 0 and agreed + given <= bags)
  );
  create index requests_by_state on blood_requests (state, needed_by);
  create index requests_of_user on blood_requests (user_id) where user_id is not null;
  create index requests_to_ask_for on blood_requests (next_wave_at) where next_wave_at is not null;
  create index requests_to_erase on blood_requests (ended_at) where ended_at is not null;
  create table request_donors (
    id text primary key, request_id text not null, user_id text not null, state text not null, asked_at bigint,
    answered_at bigint, arrives_at bigint, code text, shared_by_donor integer not null default 0,
    shared_by_family integer not null default 0, given_by_donor integer not null default 0,
    given_by_family integer not null default 0,
    constraint one_answer_of_a_donor unique (request_id, user_id)
  );
  create index request_donors_of_user on request_donors (user_id);
  create index request_donors_asked on request_donors (asked_at) where asked_at is not null;
  create table request_messages (
    id text primary key, request_id text not null, user_id text not null, text text not null, sent_at bigint not null
  );
  create index messages_of_request on request_messages (request_id, id);
  create index request_messages_of_user on request_messages (user_id);
  create table request_reports (
    request_id text not null, user_id text not null, reported_at bigint not null,
    constraint request_reports_key primary key (request_id, user_id)
  );
  create index request_reports_of_user on request_reports (user_id);
  create table donor_availability (
    user_id text primary key, may_be_asked integer not null, blood_group text, district text,
    max_districts integer not null, reach integer not null, hours_from text not null, hours_to text not null,
    by_email integer not null, by_text integer not null, urgent_at_night integer not null, paused_until text,
    asked_at bigint not null default 0
  );
  create index donors_to_ask on donor_availability (district, blood_group, asked_at) where may_be_asked = 1;
  create table blood_needs (
    blood_group text not null, district text not null, level text not null, updated_at bigint not null,
    constraint blood_needs_key primary key (blood_group, district)
  )`);

/** Creates the tables of requests for blood, and raises the versions of their public lists. */
export const requestSchema: typeof tables = {
  ...tables,
  async up(db) {
    await tables.up(db);
    await addVersionTriggers(db, { requests: ['blood_requests'], needs: ['blood_needs'] });
  },
};
