import type { Migrations } from '#platform/database/migrate.ts';
import { serverMigrations } from '../migrations.ts';

/** The tables as they stood before a step. */
export const migrationsBefore = (step: string): Migrations => ({
  service: serverMigrations.service,
  steps: Object.fromEntries(Object.entries(serverMigrations.steps).filter(([name]) => name < step)),
});
