import type { StaffRole } from '#contract/staff-access.ts';
import { AppError } from '#platform/errors.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { StaffMember, Viewer } from '#server/http/viewer.ts';
import type { AccountAdministration } from '#server/integrations/account-administration.ts';
import { isOwner, requireEnabled } from './accounts.ts';
import { type InvitationDeps, invite } from './invitations.ts';
import { listInvitations, removeInvitation, takeInvitations } from './invitations-repository.ts';
import { takeOwnerLink } from './owner-link.ts';
import { addRole, findAccount, listStaff, lockOwners, removeRole } from './roles-repository.ts';
import { endShifts } from './shifts.ts';
import { changeAsStaff, type StaffLogDeps } from './staff-log.ts';

export type MemberDeps = StaffLogDeps &
  InvitationDeps & {
    /** Asks the identity provider, because the address may have been confirmed since the last sign-in. */
    isEmailVerified: (account: { userId: string; email: string }) => Promise<boolean>;
    /** Returns the names of all centers by id. */
    listCenterNames: () => Promise<ReadonlyMap<string, string>>;
    /** Undefined if Firebase has the accounts: whether one is disabled is then unknown, and it sends its own emails. */
    accounts: Pick<AccountAdministration, 'find' | 'verifyEmail'> | undefined;
  };
type Membership = { email: string; role: StaffRole; centerIds?: readonly string[] | undefined };

/** The ids under which the rows of a membership are stored: '' for the whole site. */
const placesOf = ({ centerIds = [] }: Membership): readonly string[] =>
  centerIds.length === 0 ? [''] : [...new Set(centerIds)];
const inCenter = (centerId: string) => (centerId ? { centerId } : {});

/**
 * Gives a role to an account with a confirmed address, or invites the address by email.
 * @throws AppError account-disabled (409), invalid-fields (422: there is no such center)
 */
export async function addMember(
  deps: MemberDeps,
  by: StaffMember,
  membership: Membership,
): Promise<{ isInvited: boolean }> {
  const { role } = membership;
  const email = membership.email.toLowerCase();
  const names = await deps.listCenterNames();
  if (membership.centerIds?.some((id) => !names.has(id)))
    throw new AppError('invalid-fields', { fields: { centerIds: 'Choose a center' } });
  const account = await findAccount(deps.db, email);
  const isInvited = !account || !(await deps.isEmailVerified({ userId: account.id, email }));
  await changeAsStaff(deps, by, async (trx, record) => {
    const places = placesOf(membership);
    if (account) await requireEnabled(deps.accounts, trx, account.id);
    if (isInvited) {
      const names = await deps.listCenterNames();
      await invite(deps, trx, {
        ...{ email, role, language: account?.language, centerIds: places, invitedBy: by.email },
        centers: places.flatMap((id) => names.get(id) ?? []),
      });
    }
    for (const centerId of places) {
      if (isInvited) await record({ action: `invite ${role}`, people: [], ...inCenter(centerId) });
      else if (
        await addRole(trx, { user_id: account.id, role, center_id: centerId, granted_at: deps.clock() })
      )
        await record({ action: `grant ${role}`, people: [account.id], ...inCenter(centerId) });
    }
  });
  return { isInvited };
}

/**
 * Takes a role from an account, withdraws the invitation, and ends the person's shifts.
 * @throws AppError not-found (404: neither role nor invitation), last-owner (409)
 */
export async function removeMember(deps: MemberDeps, by: StaffMember, membership: Membership): Promise<void> {
  const { role } = membership;
  const email = membership.email.toLowerCase();
  await changeAsStaff(deps, by, async (trx, record) => {
    const account = await findAccount(trx, email);
    let count = 0;
    for (const centerId of placesOf(membership)) {
      const place = { role, center_id: centerId };
      const people = account ? [account.id] : [];
      const isRemoved =
        account !== undefined && (await takeRole(deps, trx, { ...place, user_id: account.id }));
      const withdrawn = await removeInvitation(trx, { ...place, email });
      if (isRemoved) await record({ action: `revoke ${role}`, people, ...inCenter(centerId) });
      if (withdrawn > 0) await record({ action: `withdraw ${role}`, people, ...inCenter(centerId) });
      count += withdrawn + (isRemoved ? 1 : 0);
    }
    if (count === 0) throw new AppError('not-found');
    if (account) await endShifts(trx, { userId: account.id, now: deps.clock() });
  });
}

/** @throws AppError last-owner (409): nobody else could work as owner */
async function takeRole(
  { accounts }: MemberDeps,
  trx: Trx,
  place: { user_id: string; role: StaffRole; center_id: string },
) {
  if (place.role === 'owner') {
    const owners = await lockOwners(trx);
    const isEnabled = async (id: string) => !(await accounts?.find(trx, id))?.isDisabled;
    const others = owners.filter((id) => id !== place.user_id);
    if (owners.length > others.length && !(await Promise.all(others.map(isEnabled))).includes(true))
      throw new AppError('last-owner');
  }
  return removeRole(trx, place);
}

/**
 * Accepts the invitations to the caller's confirmed address. With the token of the owner link, the caller becomes the first
 * owner, and the address counts as confirmed: a new site cannot send the email that would confirm it.
 * @throws AppError not-found (404: no invitation, unknown token), link-expired (410)
 */
export async function joinStaff(deps: MemberDeps, viewer: Viewer, token: string | undefined): Promise<void> {
  const { userId, email } = viewer;
  if (token === undefined && !(await deps.isEmailVerified({ userId, email })))
    throw new AppError('not-found');
  const now = deps.clock();
  await changeAsStaff(deps, { userId, role: 'owner' }, async (trx, record) => {
    if (token !== undefined) {
      if (!(await takeOwnerLink(trx, { ...deps, token }))) {
        // The same person may have sent it twice.
        if (await isOwner(trx, viewer)) return;
        throw new AppError('not-found');
      }
      await deps.accounts?.verifyEmail(trx, { id: userId, email });
    }
    const granted =
      token === undefined
        ? await takeInvitations(trx, { email, now })
        : [{ role: 'owner' as const, center_id: '' }];
    if (granted.length === 0) throw new AppError('not-found');
    await requireEnabled(deps.accounts, trx, userId);
    for (const { role, center_id } of granted) {
      await addRole(trx, { user_id: userId, role, center_id, granted_at: now });
      await record({ role, action: `join as ${role}`, people: [userId], ...inCenter(center_id) });
    }
  });
}

/** Returns everybody with a role and everybody invited, one entry for each person and role. */
export async function listMembers(db: Db, now: number) {
  const entries = new Map<
    string,
    { email: string; role: StaffRole; centerIds: string[]; isInvited: boolean }
  >();
  const add = (isInvited: boolean, row: { email: string; role: StaffRole; center_id: string }) => {
    const { email, role } = row;
    const key = JSON.stringify([email, role, isInvited]);
    const entry = entries.get(key) ?? { email, role, centerIds: [], isInvited };
    if (row.center_id) entry.centerIds.push(row.center_id);
    entries.set(key, entry);
  };
  for (const row of await listStaff(db)) add(false, row);
  for (const row of await listInvitations(db, now)) add(true, row);
  return [...entries.values()];
}
