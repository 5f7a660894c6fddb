import type { Migrations } from '#platform/database/migrate.ts';
import { initialSchema } from './0001-start.ts';
import { contentSchema } from './0002-content.ts';
import { feeColumns } from './0003-fees.ts';
import { formerSlugs } from './0004-former-slugs.ts';
import { visitColumn } from './0005-visits.ts';
import { importedDonations } from './0006-imported-donations.ts';
import { deletionRequests } from './0007-deletion-requests.ts';
import { requestSchema } from './0008-requests.ts';

export const serverMigrations: Migrations = {
  service: 'server',
  steps: {
    '0001-start': initialSchema,
    '0002-content': contentSchema,
    '0003-fees': feeColumns,
    '0004-former-slugs': formerSlugs,
    '0005-visits': visitColumn,
    '0006-imported-donations': importedDonations,
    '0007-deletion-requests': deletionRequests,
    '0008-requests': requestSchema,
  },
};
