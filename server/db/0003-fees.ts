import { sqlMigration } from '#platform/database/migrate.ts';

/**
 * Stores what each appointment costs. Rows from before, and those of the previous version, cost what every
 * appointment did then.
 */
export const feeColumns = sqlMigration(`
  alter table appointments add column fee_amount integer default 500;
  alter table appointments add column fee_currency text default 'usd'`);
