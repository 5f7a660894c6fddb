import type { Migrations } from '#platform/database/migrate.ts';
import { start } from './0001-start.ts';
import { states } from './0002-states.ts';

export const imagesMigrations: Migrations = {
  service: 'images',
  steps: { '0001-start': start, '0002-states': states },
};
