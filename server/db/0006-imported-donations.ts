import { sqlMigration } from '#platform/database/migrate.ts';

/** Adds donations from before the site, which a donor accepts as their own. */
export const importedDonations = sqlMigration(`
  create table imported_donations (
    id text primary key, email text not null, day text not null, center text not null, blood_group text,
    name text, user_id text, expires_at bigint,
    constraint one_imported_donation_a_day unique (email, day)
  );
  create index imported_donations_of_user on imported_donations (user_id) where user_id is not null;
  create index imported_donations_by_end on imported_donations (expires_at) where expires_at is not null`);
