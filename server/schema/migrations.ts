import type { Migrations } from '#platform/database/migrate.ts';
import { start } from './0001-start.ts';
import { onePaymentEach } from './0002-one-payment-each.ts';
import { paymentTrail } from './0003-payment-trail.ts';
import { reportedPhotos } from './0004-reported-photos.ts';

export const serverMigrations: Migrations = {
  service: 'server',
  steps: {
    '0001-start': start,
    '0002-one-payment-each': onePaymentEach,
    '0003-payment-trail': paymentTrail,
    '0004-reported-photos': reportedPhotos,
  },
};
