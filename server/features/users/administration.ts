import type { Database } from '#platform/database/open.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Tables } from '#server/schema/tables.ts';
import { refuseTokens } from './refused-tokens-repository.ts';
import { revokeSessions } from './repository.ts';

/** From now on neither an access token nor an identity token from before opens anything. */
export async function endAccess(database: Database, userId: string, now: number): Promise<void> {
  await inTransaction(database.withTables<Tables>(), async (trx) => {
    await refuseTokens(trx, { userId, madeUntil: now });
    await revokeSessions(trx, { userId }, now);
  });
}
