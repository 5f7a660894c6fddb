import { inTransaction } from '#platform/database/transaction.ts';
import { hashForLog } from '#platform/observability/security-log.ts';
import type { Tables } from '#server/db/tables.ts';
import { findMember } from '#server/features/users/rules.ts';
import { getIdentityAccounts } from '../app/integrations/identity-accounts.ts';
import { type Command, inDatabase } from './command.ts';
import { openSiteSecrets } from './site-secrets.ts';

/** The log of the site contains account ids, and hashes in place of addresses and numbers. */
export const whoCommands: Command[] = [
  [
    'who <email, phone number or IP address>',
    "prints what stands in the site's log in its place",
    inDatabase(async (database, typed, config) => {
      const text = typed.trim();
      const getSecret = await openSiteSecrets(database, config);
      const db = database.withTables<Tables>();
      const member = await inTransaction(db, (trx) => findMember(trx, getIdentityAccounts(config), text));
      return [
        `${text}: ${hashForLog(await getSecret('event-name-key'), text)}`,
        ...(member ? [`account: ${member.userId}`] : []),
      ].join('\n');
    }),
  ],
];
