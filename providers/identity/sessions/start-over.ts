import type { Transaction } from 'kysely';
import { refuse } from '../http/errors.ts';
import type { FactorKind, IdentityTables } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { endSessions } from './end.ts';
import { touchSession } from './repository.ts';
import { type Caller, type Started, startSession } from './rules.ts';

/**
 * Ends every session of the account, half begun ones too, and begins one in place of the caller's: others may be a
 * stranger's, let in by what the account asked for until now. To be called with the account's row held.
 * @throws AppError TOKEN_EXPIRED when the caller's own session ended meanwhile
 */
export async function startOver(
  trx: Transaction<IdentityTables>,
  services: Pick<Services, 'outbox'>,
  { account, session }: Caller,
  {
    provider = session.sign_in_provider,
    secondFactor,
    now,
  }: { provider?: string; secondFactor: { kind: FactorKind; id: string } | undefined; now: number },
): Promise<Started> {
  if (!(await touchSession(trx, session.id, now))) throw refuse('TOKEN_EXPIRED');
  await endSessions(trx, services, { accountId: account.id, now });
  return startSession(trx, {
    accountId: account.id,
    provider,
    secondFactor,
    authTime: session.auth_time,
    now,
  });
}
