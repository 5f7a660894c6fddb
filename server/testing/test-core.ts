import { createSiteDefaults } from '#contract/site-defaults.ts';
import { createListVersions } from '#platform/database/list-versions.ts';
import type { Database } from '#platform/database/open.ts';
import { createOutbox } from '#platform/jobs/outbox.ts';
import { createSecurityLog } from '#platform/observability/security-log.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { createTextLimits } from '#platform/security/text-limits.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { createTestDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { testLook } from '#platform/testing/test-look.ts';
import type { Core } from '#server/core.ts';
import type { Db } from '#server/db/tables.ts';
import { createFreeDays } from '#server/features/centers/free-days.ts';
import { offerToNextMember } from '#server/features/waiting-list/rules.ts';
import type { Images } from '#server/integrations/images.ts';
import { createFakeAccounts } from './fake-accounts.ts';
import { createFakeCards } from './fake-cards.ts';
import { noon } from './people.ts';

const images: Images = {
  uploadUrl: '',
  key: '',
  describe: async (url) => ({ pictureId: url }),
  getUrl: (id) => id,
  remove: async () => {},
};

/**
 * Creates a `Core` on the database of one test, with adapters that send nothing. `changes` replaces parts of
 * it.
 */
export function createTestCore(db: Db, time = { now: noon }, changes: Partial<Core> = {}): Core {
  const clock = () => time.now;
  const limiters = createMemoryLimiters();
  const core: Core = {
    db,
    clock,
    outbox: createOutbox({
      db: db as unknown as Database,
      clock,
      databaseClock: createTestDatabaseClock(clock),
      onFailure: (error) => {
        throw error;
      },
    }),
    publicUrl: 'https://blood.example',
    siteName: async () => 'Blood Buddies',
    siteLook: async () => testLook,
    languages: async () => ['en', 'bn'],
    features: [],
    listVersions: createListVersions(db, clock),
    freeDays: createFreeDays({ db, clock }),
    siteDefaults: createSiteDefaults({ canTakePayments: true }),
    log: testLog(),
    securityLog: createSecurityLog({ log: testLog(), key: 'a key for tests only' }),
    limiters,
    countInvalidLink: async () => {},
    identity: {
      verify: async () => {
        throw new Error('Tests of rules verify no ID token.');
      },
      findActiveSession: async () => ({}),
      removeAccount: async () => {},
      sendConfirmation: async () => {},
      describeAccount: async () => undefined,
    },
    accounts: createFakeAccounts(),
    images,
    contentImages: images,
    cards: createFakeCards(clock).cards,
    siteId: 's',
    sendMail: async () => {},
    sendTextMessage: async () => {},
    countText: createTextLimits(limiters, 500),
    sendsEmail: async () => true,
    sendsTexts: false,
    getSecret: async (name, make = () => name) => make(),
    logKey: new Uint8Array(32),
    linkKeys: { offers: new Uint8Array(32), reminders: new Uint8Array(32), walkIns: new Uint8Array(32) },
    onSlotFreed: async (trx, slot) => void (await offerToNextMember(core, trx, slot)),
    ...changes,
  };
  return core;
}
