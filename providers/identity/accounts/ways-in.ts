import type { Transaction } from 'kysely';
import { releaseGoogle } from '../google/repository.ts';
import { releasePhone } from '../phone/repository.ts';
import type { IdentityTables, SessionTable } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { endSessions } from '../sessions/end.ts';
import { renameSession } from '../sessions/repository.ts';
import type { Account } from './account.ts';
import { changeAccount, releaseEmail } from './repository.ts';

type Trx = Transaction<IdentityTables>;

/** One way in as `accounts:update` names it in `deleteProvider` and `deleteAttribute`, and how it goes. */
export type WayIn = {
  names: readonly string[];
  /** `sign_in_provider` of the sessions that began so. */
  provider: string;
  drop(trx: Trx, accountId: string): Promise<unknown>;
};

const noPassword = { password_hash: null, password_changed_at: null };

export const ways: readonly WayIn[] = [
  { names: ['PASSWORD'], provider: 'password', drop: (trx, id) => changeAccount(trx, id, noPassword) },
  {
    names: ['password'],
    provider: 'password',
    drop: (trx, id) => changeAccount(trx, id, { ...noPassword, email_link: 0 }),
  },
  {
    names: ['EMAIL'],
    provider: 'password',
    async drop(trx, id) {
      await changeAccount(trx, id, { ...noPassword, email_link: 0 });
      await releaseEmail(trx, id);
    },
  },
  { names: ['google.com'], provider: 'google.com', drop: releaseGoogle },
  { names: ['phone'], provider: 'phone', drop: releasePhone },
];

/**
 * After ways in were dropped: sessions that began by them end, as whoever holds the dropped one may sit there. The
 * caller's own goes on, under a name that the account can still sign in by.
 */
export async function closeWays(
  trx: Trx,
  services: Pick<Services, 'outbox'>,
  {
    account,
    session,
    dropped,
    now,
  }: { account: Account; session: SessionTable; dropped: WayIn[]; now: number },
): Promise<void> {
  for (const { provider } of dropped) {
    await endSessions(trx, services, { accountId: account.id, provider, except: session.id, now });
  }
  const isGone = dropped.some(({ provider }) => provider === session.sign_in_provider);
  if (isGone) await renameSession(trx, session.id, wayLeft(account));
}

/** With an address there is always a way back, by a mailed code: the protocol calls that password too. */
function wayLeft(account: Account): string {
  if (account.email !== null) return 'password';
  if (account.google_subject !== null) return 'google.com';
  return account.phone_number === null ? 'anonymous' : 'phone';
}
