import type { Transaction } from 'kysely';
import type { IdentityTables } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { type Ending, markEnded } from './repository.ts';

/** The message of the outbox that tells the site of sessions that have ended. */
export type SessionsEnded = { accountId: string; sessionIds: string[]; at: number };

/** What the notice of them may hold. */
const MOST_AT_ONCE = 500;

/** Ends sessions; the site, which has given out access by them, is told after the commit. */
export async function endSessions(
  trx: Transaction<IdentityTables>,
  { outbox }: Pick<Services, 'outbox'>,
  ending: Ending,
): Promise<string[]> {
  const ended = await markEnded(trx, ending);
  for (let first = 0; first < ended.length; first += MOST_AT_ONCE) {
    const sessionIds = ended.slice(first, first + MOST_AT_ONCE);
    const message: SessionsEnded = { accountId: ending.accountId, sessionIds, at: ending.now };
    await outbox.add(trx, 'sessions-ended', message);
  }
  return ended;
}
