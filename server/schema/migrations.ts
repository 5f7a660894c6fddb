import type { Migrations } from '#platform/database/migrate.ts';
import { start } from './0001-start.ts';
import { onePaymentEach } from './0002-one-payment-each.ts';
import { paymentTrail } from './0003-payment-trail.ts';
import { reportedPhotos } from './0004-reported-photos.ts';
import { endsInOrder } from './0005-ends-in-order.ts';
import { refusedTokens } from './0006-refused-tokens.ts';
import { identitySessions } from './0007-identity-sessions.ts';
import { transactions } from './0008-transactions.ts';
import { memberLanguages } from './0009-languages.ts';
import { reminders } from './0010-reminders.ts';
import { opinions } from './0011-opinions.ts';
import { chargesByAge } from './0012-charges-by-age.ts';
import { recentSignIns } from './0013-recent-sign-ins.ts';
import { abusePrevention } from './0014-abuse-prevention.ts';
import { paymentDecisions } from './0015-payment-decisions.ts';
import { hiddenPictures } from './0016-hidden-pictures.ts';

export const serverMigrations: Migrations = {
  service: 'server',
  steps: {
    '0001-start': start,
    '0002-one-payment-each': onePaymentEach,
    '0003-payment-trail': paymentTrail,
    '0004-reported-photos': reportedPhotos,
    '0005-ends-in-order': endsInOrder,
    '0006-refused-tokens': refusedTokens,
    '0007-identity-sessions': identitySessions,
    '0008-transactions': transactions,
    '0009-languages': memberLanguages,
    '0010-reminders': reminders,
    '0011-opinions': opinions,
    '0012-charges-by-age': chargesByAge,
    '0013-recent-sign-ins': recentSignIns,
    '0014-abuse-prevention': abusePrevention,
    '0015-payment-decisions': paymentDecisions,
    '0016-hidden-pictures': hiddenPictures,
  },
};
