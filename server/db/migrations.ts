import { sql } from 'kysely';
import type { Migrations } from '#platform/database/migrate.ts';
import { initialSchema } from './0001-start.ts';
import { paymentLog } from './0003-payment-trail.ts';
import { reportedPhotos } from './0004-reported-photos.ts';
import { rejectedTokens } from './0006-refused-tokens.ts';
import { identitySessions } from './0007-identity-sessions.ts';
import { transactions } from './0008-transactions.ts';
import { reminders } from './0010-reminders.ts';
import { opinions } from './0011-opinions.ts';
import { abusePrevention } from './0014-abuse-prevention.ts';
import { paymentDecisions } from './0015-payment-decisions.ts';
import { pictureIds } from './0017-picture-ids.ts';
import { staff } from './0018-staff.ts';
import { shifts } from './0019-shifts.ts';
import { figures } from './0021-figures.ts';
import { centers } from './0023-centers.ts';

export const serverMigrations: Migrations = {
  service: 'server',
  steps: {
    '0001-start': initialSchema,
    // A transaction pays for one appointment.
    '0002-one-payment-each': {
      up: (db) =>
        db.schema
          .createIndex('one_appointment_a_transaction')
          .unique()
          .on('appointments')
          .column('transaction_id')
          .execute(),
    },
    '0003-payment-trail': paymentLog,
    '0004-reported-photos': reportedPhotos,
    // Finds expired sessions without reading the whole table, which could exceed the statement timeout.
    '0005-ends-in-order': {
      up: (db) => db.schema.createIndex('sessions_end').on('sessions').column('expires_at').execute(),
    },
    '0006-refused-tokens': rejectedTokens,
    '0007-identity-sessions': identitySessions,
    '0008-transactions': transactions,
    // The language of emails to a member; null until their next sign-in, which means English.
    '0009-languages': {
      up: (db) => db.schema.alterTable('users').addColumn('language', 'text').execute(),
    },
    '0010-reminders': reminders,
    '0011-opinions': opinions,
    // Finds the first payment and the live ones that are due without reading all of them.
    '0012-charges-by-age': {
      up: (db) => db.schema.createIndex('charges_by_age').on('charges').column('created_at').execute(),
    },
    // When the member last authenticated; null for sessions of the previous version.
    '0013-recent-sign-ins': {
      up: (db) => db.schema.alterTable('sessions').addColumn('auth_time', 'bigint').execute(),
    },
    '0014-abuse-prevention': abusePrevention,
    '0015-payment-decisions': paymentDecisions,
    // Finds the hidden photos of a picture, which every listed photo needs to check.
    '0016-hidden-pictures': {
      up: async (db) =>
        void (await sql`create index hidden_photos_of_picture on photos (img, id) where hidden_at is not null`.execute(
          db,
        )),
    },
    '0017-picture-ids': pictureIds,
    '0018-staff': staff,
    '0019-shifts': shifts,
    '0021-figures': figures,
    '0023-centers': centers,
  },
};
