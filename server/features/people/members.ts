import type { StaffRole } from '#contract/staff-access.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { StaffRoleRow } from '#server/db/staff-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { listCenterNames } from '#server/features/centers/rules.ts';
import { takeOwnerLink } from '#server/features/site-administration/owner-link.ts';
import { addRole, listAllRoles, lockOwners, removeRole } from '#server/features/staff/rules.ts';
import { endShifts } from '#server/features/staff/shifts.ts';
import { type StaffLogDeps, withStaffLog } from '#server/features/staff-log/staff-log.ts';
import { type AddressDeps, findAddress, findMember, listAddresses } from '#server/features/users/rules.ts';
import type { StaffMember, Viewer } from '#server/http/viewer.ts';
import { isOwner, requireEnabled } from './accounts.ts';
import { type InvitationCore, sendInvitation } from './invitations.ts';
import { listInvitations, removeInvitation, takeInvitations } from './invitations-repository.ts';

type MemberCore = StaffLogDeps & InvitationCore & Pick<Core, 'accounts'>;

type RoleScope = { role: StaffRole; centerIds?: readonly string[] | undefined };
type Membership = RoleScope & { email: string };
/**
 * The membership to remove. With `userId`, it is the role of this account. With `email`, it is the role of
 * the account that has the address now, and any invitation to the address.
 */
type RemovedMembership = RoleScope & { userId?: string | undefined; email?: string | undefined };

/** Returns the `center_id` of each row of a membership, which is '' for the whole site. */
const centerIdsOf = ({ centerIds = [] }: RoleScope): readonly string[] =>
  centerIds.length === 0 ? [''] : [...new Set(centerIds)];
const inCenter = (centerId: string) => (centerId ? { centerId } : {});

/**
 * Grants a role to an account with a confirmed address, or invites the address by email.
 * @throws AppError account-disabled (409), invalid-fields (422: there is no such center)
 */
export async function addMember(
  core: MemberCore,
  by: StaffMember,
  membership: Membership,
): Promise<{ isInvited: boolean }> {
  const { role } = membership;
  const email = membership.email.toLowerCase();
  const names = await listCenterNames(core.db);
  if (membership.centerIds?.some((id) => !names.has(id)))
    throw new AppError('invalid-fields', { fields: { centerIds: 'Choose a center' } });
  return withStaffLog(core, by, async (trx, log) => {
    const ids = centerIdsOf(membership);
    const account = await findMember(trx, core.accounts, email);
    if (account) await requireEnabled(core.accounts, trx, account.userId);
    const isInvited = !account?.isConfirmed;
    if (isInvited) {
      await sendInvitation(core, trx, {
        email,
        role,
        language: account?.language,
        centerIds: ids,
        invitedBy: by.email,
        centers: ids.flatMap((id) => names.get(id) ?? []),
      });
    }
    for (const centerId of ids) {
      if (isInvited) await log({ action: `invite ${role}`, people: [], ...inCenter(centerId) });
      else if (
        await addRole(trx, { user_id: account.userId, role, center_id: centerId, granted_at: core.clock() })
      )
        await log({ action: `grant ${role}`, people: [account.userId], ...inCenter(centerId) });
    }
    return { isInvited };
  });
}

/**
 * Revokes an account's role, withdraws the invitation, and ends the person's shifts.
 * @throws AppError not-found (404: neither role nor invitation), last-owner (409)
 */
export async function removeMember(
  core: MemberCore,
  by: StaffMember,
  membership: RemovedMembership,
): Promise<void> {
  const { role } = membership;
  const email = membership.userId === undefined ? membership.email?.toLowerCase() : undefined;
  await withStaffLog(core, by, async (trx, log) => {
    const userId = membership.userId ?? (email && (await findMember(trx, core.accounts, email))?.userId);
    const people = userId ? [userId] : [];
    let count = 0;
    for (const centerId of centerIdsOf(membership)) {
      const scope = { role, center_id: centerId };
      const isRemoved = userId ? await takeRole(core, trx, { ...scope, user_id: userId }) : false;
      const withdrawn = email ? await removeInvitation(trx, { ...scope, email }) : 0;
      if (isRemoved) await log({ action: `revoke ${role}`, people, ...inCenter(centerId) });
      if (withdrawn > 0) await log({ action: `withdraw ${role}`, people, ...inCenter(centerId) });
      count += withdrawn + (isRemoved ? 1 : 0);
    }
    if (count === 0) throw new AppError('not-found');
    if (userId) await endShifts(trx, { userId, now: core.clock() });
  });
}

/** @throws AppError last-owner (409) if no other owner has an enabled account */
async function takeRole(
  { accounts }: MemberCore,
  trx: Trx,
  scope: { user_id: string; role: StaffRole; center_id: string },
) {
  if (scope.role === 'owner') {
    const owners = await lockOwners(trx);
    const isEnabled = async (id: string) => !(await accounts?.find(trx, id))?.isDisabled;
    const others = owners.filter((id) => id !== scope.user_id);
    if (owners.length > others.length && !(await Promise.all(others.map(isEnabled))).includes(true))
      throw new AppError('last-owner');
  }
  return removeRole(trx, scope);
}

/**
 * Accepts the invitations to the caller's confirmed address. With the token of the owner link, the caller
 * becomes the first owner, and the address counts as confirmed, because a new site cannot send the email that
 * would confirm it.
 * @throws AppError not-found (404: no invitation, unknown token), account-disabled (409), link-expired (410)
 */
export async function joinStaff(core: MemberCore, viewer: Viewer, token: string | undefined): Promise<void> {
  const { userId } = viewer;
  const now = core.clock();
  await withStaffLog(core, { userId, role: 'owner' }, async (trx, log) => {
    if (token !== undefined) {
      if (!(await takeOwnerLink(trx, { ...core, token }))) {
        // The same person may have sent the request twice.
        if (await isOwner(trx, viewer)) return;
        throw new AppError('not-found');
      }
      await core.accounts?.verifyEmail(trx, { id: userId, email: viewer.email });
    }
    const granted =
      token === undefined
        ? await takeOwnInvitations(core, trx, { userId, now })
        : [{ role: 'owner' as const, center_id: '' }];
    if (granted.length === 0) throw new AppError('not-found');
    await requireEnabled(core.accounts, trx, userId);
    for (const { role, center_id } of granted) {
      await addRole(trx, { user_id: userId, role, center_id, granted_at: now });
      await log({ role, action: `join as ${role}`, people: [userId], ...inCenter(center_id) });
    }
  });
}

/** Removes the invitations to the account's confirmed address, and returns them. */
async function takeOwnInvitations(
  { accounts }: MemberCore,
  trx: Trx,
  { userId, now }: { userId: string; now: number },
) {
  const address = await findAddress({ db: trx, accounts }, userId);
  return address?.isConfirmed ? takeInvitations(trx, { email: address.email, now }) : [];
}

/** Returns all roles with the current address of their accounts, which is empty if an account has none. */
export async function listStaff(deps: AddressDeps): Promise<(StaffRoleRow & { email: string })[]> {
  const rows = await listAllRoles(deps.db);
  const addresses = await listAddresses(
    deps,
    rows.map(({ user_id }) => user_id),
  );
  return rows
    .map((row) => ({ ...row, email: addresses.get(row.user_id)?.email ?? '' }))
    .toSorted((one, other) => (one.email < other.email ? -1 : Number(one.email > other.email)));
}

/** Returns everyone with a role and everyone invited, one entry for each person and role. */
export async function listMembers({ db, accounts }: AddressDeps, now: number) {
  type Entry = { userId?: string; email: string; role: StaffRole; centerIds: string[]; isInvited: boolean };
  const entries = new Map<string, Entry>();
  const add = (centerId: string, entry: Omit<Entry, 'centerIds'>) => {
    const key = JSON.stringify(entry);
    const { centerIds } = entries.get(key) ?? { centerIds: [] };
    entries.set(key, { ...entry, centerIds: centerId ? [...centerIds, centerId] : centerIds });
  };
  for (const { user_id, email, role, center_id } of await listStaff({ db, accounts }))
    add(center_id, { userId: user_id, email, role, isInvited: false });
  for (const { email, role, center_id } of await listInvitations(db, now))
    add(center_id, { email, role, isInvited: true });
  return [...entries.values()];
}
