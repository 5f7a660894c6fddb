import { sqlMigration } from '#platform/database/migrate.ts';

/** Adds requests to delete an account, which an owner confirms. */
export const deletionRequests = sqlMigration(`
  create table deletion_requests (
    user_id text primary key, requested_by text, requested_at bigint not null
  )`);
