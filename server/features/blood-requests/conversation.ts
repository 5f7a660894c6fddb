import { type DonorState, FAMILY, MAX_MESSAGES, type RequestMessage } from '#contract/blood-requests.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow, RequestDonorRow, RequestMessageRow } from '#server/db/request-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { requireUser } from '#server/features/users/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import { recordDonorGave } from './given.ts';
import * as repository from './repository.ts';
import { isActive } from './rules.ts';

/** Donors in these states and the family see each other's messages and may share their numbers. */
export const talkingStates: readonly DonorState[] = ['agreed', 'reserve', 'arrived', 'given'];

/** The caller's side of a request: `donor` is undefined for the person who asked. */
type Side = { request: BloodRequestRow; donor: RequestDonorRow | undefined };

/** @throws AppError not-found (404) unless the caller asked or agreed */
async function findSide(db: Db, caller: Owner, request: BloodRequestRow | undefined): Promise<Side> {
  if (!request) throw new AppError('not-found');
  if (request.user_id === caller.userId) return { request, donor: undefined };
  const donor = await repository.findDonorByUser(db, request.id, caller);
  if (!donor || !talkingStates.includes(donor.state)) throw new AppError('not-found');
  return { request, donor };
}

/** @throws AppError not-found (404) */
export async function listMessages(
  { db }: Pick<Core, 'db'>,
  caller: Owner,
  id: string,
): Promise<RequestMessage[]> {
  const { request } = await findSide(db, caller, await repository.findRequest(db, id));
  const rows = await repository.listMessages(db, id);
  return describeMessages(request, rows, caller);
}

/** @throws AppError not-found (404), request-over (410), too-many-requests (429: 200 messages) */
export async function sendMessage(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  caller: Owner,
  id: string,
  text: string,
): Promise<RequestMessage> {
  const row: RequestMessageRow = {
    id: newId(),
    request_id: id,
    user_id: caller.userId,
    text,
    sent_at: clock(),
  };
  return inTransaction(db, async (trx) => {
    await requireUser(trx, caller);
    const { request } = await findSide(trx, caller, await repository.lockRequest(trx, id));
    if (!isActive(request)) throw new AppError('request-over');
    const earlier = await repository.listMessages(trx, id);
    if (earlier.length >= MAX_MESSAGES) throw new AppError('too-many-requests');
    await repository.insertMessage(trx, row);
    const described = describeMessages(request, [...earlier, row], caller).at(-1);
    return described as RequestMessage;
  });
}

/** Donors are numbered in the order of their first messages, so that no one learns who they are. */
function describeMessages(
  request: BloodRequestRow,
  rows: readonly RequestMessageRow[],
  caller: Owner,
): RequestMessage[] {
  const donors = [...new Set(rows.map(({ user_id }) => user_id))].filter((id) => id !== request.user_id);
  const nameOf = (userId: string) => {
    if (userId === caller.userId) return 'you';
    return userId === request.user_id ? FAMILY : `donor-${donors.indexOf(userId) + 1}`;
  };
  return rows.map(({ id, text, sent_at, user_id }) => ({
    _id: id,
    text,
    at: new Date(sent_at).toISOString(),
    from: nameOf(user_id),
    warns: hasLinkOrNumber(text),
  }));
}

/** A link, an email address, or a number that may be one of a telephone or an account. */
const hasLinkOrNumber = (text: string): boolean =>
  /[./@:](?=[\p{L}\p{N}/])/u.test(text) || (text.match(/\p{Nd}/gu) ?? []).length >= 6;

/**
 * Shows the caller's number to one person of the request, or hides it again.
 * @throws AppError not-found (404)
 */
export const setNumberShared = (
  { db }: Pick<Core, 'db'>,
  caller: Owner,
  id: string,
  { with: other, isShared }: { with: string; isShared: boolean },
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const { donor } = await findSide(trx, caller, await repository.lockRequest(trx, id));
    const shared = isShared ? 1 : 0;
    if (donor) {
      if (other !== FAMILY) throw new AppError('not-found');
      await repository.updateDonor(trx, donor.id, { shared_by_donor: shared });
      return;
    }
    await repository.updateDonor(trx, (await findTalking(trx, id, other)).id, { shared_by_family: shared });
  });

/** @throws AppError not-found (404) */
async function findTalking(trx: Trx, requestId: string, donorId: string): Promise<RequestDonorRow> {
  const donor = await repository.findDonor(trx, donorId);
  if (donor?.request_id !== requestId || !talkingStates.includes(donor.state))
    throw new AppError('not-found');
  return donor;
}

/**
 * Records what one side says. A bag counts as given when the donor and the family have both said so.
 * @throws AppError not-found (404), nothing-to-do (409)
 */
export async function saveProgress(
  core: Core,
  caller: Owner,
  id: string,
  { donorId = '', step }: { donorId?: string | undefined; step: 'arrived' | 'given' },
): Promise<void> {
  const { region } = await readSiteContent(core);
  await inTransaction(core.db, async (trx) => {
    const { request, donor: own } = await findSide(trx, caller, await repository.lockRequest(trx, id));
    const donor = own ?? (await findTalking(trx, id, donorId));
    if (donor.state === 'given') return;
    if (donor.state === 'reserve') throw new AppError('nothing-to-do');
    if (step === 'arrived') {
      await repository.updateDonor(trx, donor.id, { state: 'arrived' });
      return;
    }
    const said = own ? { given_by_donor: 1 } : { given_by_family: 1 };
    await repository.updateDonor(trx, donor.id, { state: 'arrived', ...said });
    const both = { ...donor, ...said };
    if (both.given_by_donor && both.given_by_family)
      await recordDonorGave(core, trx, request, { ...both, state: 'arrived' }, region.timeZone);
  });
}
