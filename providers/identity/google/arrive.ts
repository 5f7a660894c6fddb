import type { Transaction } from 'kysely';
import { AppError } from '#platform/errors.ts';
import type { Account } from '../accounts/account.ts';
import { findAccountByEmail } from '../accounts/repository.ts';
import { refuse } from '../http/errors.ts';
import type { IdentityTables } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { type Entry, letIn } from '../sessions/let-in.ts';
import { adopt } from './adopt.ts';
import { googleRow } from './answer.ts';
import { createFor } from './create.ts';
import { Outrun } from './outrun.ts';
import type { GoogleProfile } from './profile.ts';
import { findGoogleOwner, keepGoogle } from './repository.ts';

type Trx = Transaction<IdentityTables>;

export type Arrival =
  | { entry: Entry; isNewUser: boolean; emailRecycled: boolean }
  | { needsConfirmation: Account };

type Arriving = { profile: GoogleProfile; creates: boolean; call: Call };

const MOST_TRIES = 5;

/**
 * Lets in whoever Google vouches for: by the account that owns the identity, by the account that owns the address, or
 * by a new account. Who is outrun by another request looks again.
 * @throws AppError USER_DISABLED, USER_NOT_FOUND (no account, and none is to be made), TOO_MANY_ATTEMPTS_TRY_LATER
 */
export async function arrive(services: Services, arriving: Arriving): Promise<Arrival> {
  let admitted = false;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      const arrival = await services.db
        .transaction()
        .execute((trx) => enter(trx, services, arriving, admitted));
      if (arrival) return arrival;
      await services.limits.signUp(arriving.call.address);
      admitted = true;
    } catch (error) {
      if (!(error instanceof Outrun)) throw error;
    }
  }
  throw new AppError('unavailable');
}

/** Undefined when a new account is needed, which is not admitted yet. */
async function enter(
  trx: Trx,
  services: Services,
  { profile, creates, call }: Arriving,
  admitted: boolean,
): Promise<Arrival | undefined> {
  const now = services.clock();
  const owner = await findGoogleOwner(trx, profile.subject);
  if (owner !== undefined) {
    const entry = await letIn(trx, { accountId: owner, provider: 'google.com', now });
    if (entry.account.google_subject !== profile.subject) throw new Outrun();
    await keepGoogle(trx, googleRow(profile, owner));
    return { entry, isNewUser: false, emailRecycled: false };
  }
  if (!creates) throw refuse('USER_NOT_FOUND');
  const namesake = profile.email === undefined ? undefined : await findAccountByEmail(trx, profile.email);
  if (namesake && !profile.verified) return { needsConfirmation: namesake };
  const adoption = namesake && { namesake, profile, language: call.language, now };
  const adopted = adoption && (await adopt(trx, services, adoption));
  if (adopted) return adopted;
  return admitted || adoption ? createFor(trx, { profile, now }) : undefined;
}
