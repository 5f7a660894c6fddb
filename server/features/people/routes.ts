import * as contract from '#contract/staff.ts';
import * as accountContract from '#contract/staff-accounts.ts';
import type { Core } from '#server/core.ts';
import { listRoles } from '#server/features/staff/rules.ts';
import { toRole } from '#server/features/staff/serialize.ts';
import { bindStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { Routes } from '#server/http/route.ts';
import type { Owner } from '#server/http/viewer.ts';
import { changeAccount, requireId, viewAccount } from './accounts.ts';
import { confirmableAt, confirmDeletion, requestDeletion, withdrawDeletion } from './deletion-requests.ts';
import { addMember, joinStaff, listMembers, removeMember } from './members.ts';

/** Adds the endpoints with which members accept invitations, and owners manage staff and accounts. */
export function mountPeople({ memberEndpoint, staffEndpoint }: Routes, core: Core): void {
  memberEndpoint(contract.joinStaff, async ({ viewer, body }) => {
    await joinStaff(core, viewer, body.token);
    return { roles: (await listRoles(core.db, viewer)).map(toRole) };
  });

  staffEndpoint(contract.listMembers, () => listMembers(core, core.clock()));

  staffEndpoint(contract.addMember, async ({ viewer, body }) => ({
    acknowledged: true,
    ...(await addMember(core, viewer, body)),
  }));

  staffEndpoint(contract.removeMember, async ({ viewer, body }) => {
    await removeMember(core, viewer, body);
    return undefined;
  });

  staffEndpoint(accountContract.searchAccount, async ({ viewer, body }) =>
    toAccount(await viewAccount(core, bindStaffLog(core, viewer), body.account), viewer),
  );

  staffEndpoint(accountContract.changeAccount, async ({ viewer, id, body }) => {
    const change = { kind: body.change, protectsOwners: true };
    await changeAccount(core, bindStaffLog(core, viewer), requireId(id), change);
    return undefined;
  });

  staffEndpoint(accountContract.requestDeletion, async ({ viewer, id }) => {
    const request = { emailOrId: requireId(id), by: viewer.userId };
    await requestDeletion(core, bindStaffLog(core, viewer), request);
    return undefined;
  });

  staffEndpoint(accountContract.withdrawDeletion, async ({ viewer, id }) => {
    await withdrawDeletion(core, bindStaffLog(core, viewer), requireId(id));
    return undefined;
  });

  staffEndpoint(accountContract.confirmDeletion, async ({ viewer, id }) => {
    const request = { emailOrId: requireId(id), by: viewer.userId };
    await confirmDeletion(core, bindStaffLog(core, viewer), request);
    return undefined;
  });
}

const toIso = (instant: number): string => new Date(instant).toISOString();

function toAccount(
  {
    id,
    email,
    createdAt,
    lastSignInAt,
    roles,
    deletionRequest,
    ...account
  }: Awaited<ReturnType<typeof viewAccount>>,
  viewer: Owner,
): accountContract.Account {
  const { emailVerified, isDisabled, verificationMethods } = account;
  return {
    _id: id,
    emailVerified,
    isDisabled,
    verificationMethods,
    ...(email && { email }),
    createdAt: toIso(createdAt),
    ...(lastSignInAt > 0 && { lastSignInAt: toIso(lastSignInAt) }),
    roles: [...new Set(roles.map(({ role }) => role))],
    ...(deletionRequest && {
      deletion: {
        requestedAt: toIso(deletionRequest.requested_at),
        confirmableAt: toIso(confirmableAt(deletionRequest)),
        isOwn: deletionRequest.requested_by === viewer.userId,
      },
    }),
  };
}
