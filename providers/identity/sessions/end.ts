import type { Trx } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { type Ending, markEnded } from './repository.ts';

/** The outbox message that notifies the site of ended sessions. */
export type SessionsEnded = { accountId: string; sessionIds: string[]; at: number };

/** In one notification. */
const MAX_SESSIONS = 500;

/** Ends sessions; the site, which has granted access by them, is notified after the commit. */
export async function endSessions(trx: Trx, { outbox }: Pick<Services, 'outbox'>, ending: Ending) {
  const ended = await markEnded(trx, ending);
  for (let first = 0; first < ended.length; first += MAX_SESSIONS) {
    const sessionIds = ended.slice(first, first + MAX_SESSIONS);
    const message: SessionsEnded = { accountId: ending.accountId, sessionIds, at: ending.now };
    await outbox.add(trx, 'sessions-ended', message);
  }
  return ended;
}
