import { sqlMigration } from '#platform/database/migrate.ts';

/** Finds the walk-ins without a place, with all that the monthly figures count of them. */
export const overCapacity = sqlMigration(
  "create index over_capacity_by_day on appointments (day, center_key, center_id, status) where walk_in = 'over-capacity'",
);
