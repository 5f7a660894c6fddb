import type { Migrations } from '#platform/database/migrate.ts';
import { start } from './0001-start.ts';

export const serverMigrations: Migrations = { service: 'server', steps: { '0001-start': start } };
