import { MAX_DONATIONS_AT_ONCE } from '#contract/imported-donations.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Core } from '#server/core.ts';
import type { ImportedDonationRow, Trx } from '#server/db/tables.ts';
import { type AddressDeps, findAddress, requireUser } from '#server/features/users/rules.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import * as repository from './repository.ts';

export { insertAccepted, listAccepted } from './repository.ts';

/** The donations in a member's history, and those imported for the member's confirmed address. */
export type OwnRows = { offered: ImportedDonationRow[]; accepted: ImportedDonationRow[] };

type MemberCore = Pick<Core, 'db'> & Pick<AddressDeps, 'accounts'>;

export async function listOwnImportedDonations(core: MemberCore, viewer: Owner): Promise<OwnRows> {
  const email = await findConfirmedEmail(core, viewer);
  return {
    offered: email ? await repository.listOffered(core.db, email, MAX_DONATIONS_AT_ONCE) : [],
    accepted: await repository.listAccepted(core.db, viewer),
  };
}

/** Returns undefined if the address is not confirmed, because it may then be somebody else's. */
async function findConfirmedEmail(deps: AddressDeps, { userId }: Owner): Promise<string | undefined> {
  const address = await findAddress(deps, userId);
  return address?.isConfirmed ? address.email.toLowerCase() : undefined;
}

/** Adds donations for the member's address to the history. Returns their number. */
export const acceptDonations = (
  { db, accounts }: MemberCore,
  viewer: Viewer,
  ids: readonly string[],
): Promise<number> =>
  inTransaction(db, async (trx) => {
    await requireUser(trx, viewer);
    const email = await findConfirmedEmail({ db: trx, accounts }, viewer);
    return email ? repository.acceptOffered(trx, { ids, email, userId: viewer.userId }) : 0;
  });

/** Erases donations that the member has accepted or could accept. Returns their number. */
export const removeDonations = (
  { db, accounts }: MemberCore,
  viewer: Viewer,
  ids: readonly string[],
): Promise<number> =>
  inTransaction(db, async (trx) => {
    const email = await findConfirmedEmail({ db: trx, accounts }, viewer);
    return repository.deleteOwn(trx, { ids, email, userId: viewer.userId });
  });

/** Erases the donations that nobody has accepted. Returns their number. */
export const eraseUnclaimedDonations = (withStaffLog: WithStaffLog): Promise<number> =>
  withStaffLog(async (trx, log) => {
    const count = await repository.deleteUnclaimed(trx);
    if (count > 0) await log({ action: 'erase imported donations', people: [] });
    return count;
  });

/** Erases the donations that nobody has accepted in time. */
export const eraseExpiredDonations = ({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> =>
  repository.deleteExpired(db, clock());

/** Erases what was imported about a member whose account is being deleted. */
export async function onAccountDeleted(
  { accounts }: Pick<AddressDeps, 'accounts'>,
  trx: Trx,
  owner: Owner,
): Promise<void> {
  await repository.deleteOfMember(trx, owner, await findConfirmedEmail({ db: trx, accounts }, owner));
}
