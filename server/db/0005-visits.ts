import { sqlMigration } from '#platform/database/migrate.ts';

/** Adds what donors want to know before they come to a center, as JSON (contract/visit.ts). */
export const visitColumn = sqlMigration("alter table centers add column visit text not null default '{}'");
