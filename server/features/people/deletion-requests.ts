import { AppError } from '#platform/errors.ts';
import { days } from '#platform/time.ts';
import type { DeletionRequestRow, Trx } from '#server/db/tables.ts';
import { lockMember } from '#server/features/users/rules.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import type { IdentityAccount } from '#server/integrations/identity-accounts.ts';
import {
  type AccountCore,
  findAccount,
  isOwner,
  notifyOfChange,
  peopleOf,
  requireAccounts,
} from './accounts.ts';
import {
  addDeletionRequest,
  findDeletionRequest,
  removeDeletionRequest,
} from './deletion-requests-repository.ts';
import { renderDeletionRequested } from './email.ts';

export { removeDeletionRequest } from './deletion-requests-repository.ts';

/** Whoever requests a deletion can confirm it after this time. Another owner can do so before. */
const CONFIRMABLE_AFTER_MS = days(1);

/** An account, and who acts: the id of an owner, or null for the operator. */
type Request = { emailOrId: string; by: string | null };

export const confirmableAt = ({ requested_at }: Pick<DeletionRequestRow, 'requested_at'>): number =>
  requested_at + CONFIRMABLE_AFTER_MS;

/**
 * Requests the deletion of an account for a person who asked for it, and emails the person. A later request
 * changes nothing.
 * @throws AppError not-found (404), owner-account, accounts-elsewhere (409)
 */
export const requestDeletion = (core: AccountCore, withStaffLog: WithStaffLog, { emailOrId, by }: Request) =>
  withStaffLog(async (trx, log) => {
    const account = await lockDeletable(core, trx, emailOrId);
    const request = { user_id: account.id, requested_by: by, requested_at: core.clock() };
    if (!(await addDeletionRequest(trx, request))) return;
    await notifyOfChange(core, trx, account, { render: renderDeletionRequested, path: '/contact' });
    await log({ action: 'request deletion', people: await peopleOf(trx, account) });
  });

/** Withdraws the request. @throws AppError not-found (404), accounts-elsewhere (409) */
export const withdrawDeletion = (core: AccountCore, withStaffLog: WithStaffLog, emailOrId: string) =>
  withStaffLog(async (trx, log) => {
    const account = await findAccount(requireAccounts(core), trx, emailOrId);
    if (!(await removeDeletionRequest(trx, { userId: account.id }))) throw new AppError('not-found');
    await log({ action: 'withdraw deletion', people: await peopleOf(trx, account) });
  });

/**
 * Confirms the deletion of an account, which the running site deletes within seconds.
 * @throws AppError not-found (404: no account or no request), deletion-too-early, owner-account,
 * accounts-elsewhere (409)
 */
export const confirmDeletion = (core: AccountCore, withStaffLog: WithStaffLog, { emailOrId, by }: Request) =>
  withStaffLog(async (trx, log) => {
    const account = await lockDeletable(core, trx, emailOrId);
    const request = await findDeletionRequest(trx, { userId: account.id });
    if (!request) throw new AppError('not-found');
    if (request.requested_by === by && core.clock() < confirmableAt(request))
      throw new AppError('deletion-too-early');
    await removeDeletionRequest(trx, { userId: account.id });
    await core.outbox.add(trx, 'delete-account', { userId: account.id });
    await log({ action: 'delete account', people: await peopleOf(trx, account) });
  });

async function lockDeletable(core: AccountCore, trx: Trx, emailOrId: string): Promise<IdentityAccount> {
  const account = await findAccount(requireAccounts(core), trx, emailOrId);
  await lockMember(trx, { userId: account.id });
  if (await isOwner(trx, { userId: account.id })) throw new AppError('owner-account');
  return account;
}
