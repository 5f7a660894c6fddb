import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newSecret } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { releaseModeratorClaims } from '#server/features/moderation/rules.ts';
import { type StaffLogDeps, withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { Owner, StaffMember } from '#server/http/viewer.ts';
import type { IdentityAccounts } from '#server/integrations/identity-accounts.ts';
import { addKey, findKey, removeShiftKeys } from './shift-keys-repository.ts';
import { findShiftHolder, lockShift, setShiftsEnded } from './shifts-repository.ts';

export { listOwnShifts } from './shifts-repository.ts';

/** Returns whether the person may see and end everyone's shifts, as owners with a second factor may. */
export const canManageShifts = ({ role, hasSecondFactor }: Pick<StaffMember, 'role' | 'hasSecondFactor'>) =>
  role === 'owner' && hasSecondFactor;

/**
 * Ends all shifts of a person, or the one with `id`, deletes the keys of their lists, and releases the photos
 * and reviews that the person has claimed. Returns false if there was no shift.
 */
export async function endShifts(trx: Trx, shifts: Owner & { id?: string; now: number }): Promise<boolean> {
  const hasEnded = await setShiftsEnded(trx, shifts);
  await removeShiftKeys(trx, shifts);
  if (hasEnded) await releaseModeratorClaims(trx, shifts);
  return hasEnded;
}

/**
 * Returns the server's half of a shift's key, which is the same on all servers. The first use creates it.
 * @throws AppError shift-ended (409)
 */
export async function findShiftKey(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { userId, shift }: Pick<StaffMember, 'userId' | 'shift'>,
): Promise<string> {
  const known = await findKey(db, shift.id);
  if (known !== undefined) return known;
  return inTransaction(db, async (trx) => {
    const current = await lockShift(trx, shift.id);
    if (!current || current.endsAt <= clock()) throw new AppError('shift-ended');
    const added = await findKey(trx, shift.id);
    if (added !== undefined) return added;
    const key = newSecret();
    await addKey(trx, { shift_id: shift.id, user_id: userId, key, ends_at: current.endsAt });
    return key;
  });
}

type EndDeps = StaffLogDeps & {
  /** Undefined if Firebase has the accounts, because its sessions cannot be ended from here. */
  accounts: Pick<IdentityAccounts, 'endSignIn'> | undefined;
};

/**
 * Ends a shift and its identity session, so that the device must sign in again. Ending another person's shift
 * adds an entry to the log. The access token stays valid for up to an hour, but the staff side rejects it
 * with `shift-ended`.
 * @throws AppError not-found (404), second-factor-needed (409)
 */
export const endShift = (deps: EndDeps, by: StaffMember, id: string): Promise<void> =>
  withStaffLog(deps, by, async (trx, log) => {
    const now = deps.clock();
    const holder = await findShiftHolder(trx, { id, now });
    const isOwn = holder?.userId === by.userId;
    if (!holder || (!isOwn && by.role !== 'owner')) throw new AppError('not-found');
    if (!isOwn && !canManageShifts(by)) throw new AppError('second-factor-needed');
    if (!(await endShifts(trx, { userId: holder.userId, id, now }))) throw new AppError('not-found');
    await deps.accounts?.endSignIn(trx, { id: holder.userId, signedInAt: Number(holder.signIn) });
    if (!isOwn) await log({ action: 'end shift', people: [holder.userId] });
  });
