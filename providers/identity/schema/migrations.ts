import type { Migrations } from '#platform/database/migrate.ts';
import { start } from './0001-start.ts';
import { moreWaysIn } from './0002-more-ways-in.ts';
import { endsInOrder } from './0003-ends-in-order.ts';
import { sessionsOfOnesOwn } from './0004-sessions-of-ones-own.ts';
import { unprovenMethods } from './0005-unproven-methods.ts';

export const identityMigrations: Migrations = {
  service: 'identity',
  steps: {
    '0001-start': start,
    '0002-more-ways-in': moreWaysIn,
    '0003-ends-in-order': endsInOrder,
    '0004-sessions-of-ones-own': sessionsOfOnesOwn,
    '0005-unproven-methods': unprovenMethods,
  },
};
