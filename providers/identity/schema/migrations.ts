import type { Migrations } from '#platform/database/migrate.ts';
import { start } from './0001-start.ts';

export const identityMigrations: Migrations = { service: 'identity', steps: { '0001-start': start } };
