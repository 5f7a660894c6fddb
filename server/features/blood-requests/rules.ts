import {
  MAX_DAYS_AHEAD,
  MAX_OPEN_REQUESTS,
  type RequestChanges,
  type RequestFields,
  type RequestState,
} from '#contract/blood-requests.ts';
import { type District, districtName, findDistrict, parseDistricts } from '#contract/districts.ts';
import { errors } from '#contract/errors.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow } from '#server/db/request-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { findCenter } from '#server/features/centers/rules.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { findAddress, listConfirmedMembers, requireUser } from '#server/features/users/rules.ts';
import { findCreatedId, type RequestKey, recordKey } from '#server/http/idempotency-repository.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import { queueNotice } from './notices.ts';
import * as repository from './repository.ts';
import { readRequestRules } from './request-rules-repository.ts';
import { settleRequest } from './settle.ts';

export { countWaitingRequests, isActive } from './repository.ts';

/** After so many reports, a request waits for a coordinator again. */
const REPORTS_TO_PAUSE = 3;

type AskResult =
  | { success: true; insertedId: string; state: RequestState }
  | { success: false; message: string };

/**
 * Asks for blood. The request is open at once in a district without approval, and otherwise waits for a
 * coordinator.
 * @throws AppError invalid-fields (422), key-reused (422), credentials-refused (403: the account is gone)
 */
export async function createRequest(
  core: Core,
  viewer: Viewer,
  fields: RequestFields,
  key?: RequestKey,
): Promise<AskResult> {
  const { db } = core;
  const first = key && (await findCreatedId(db, viewer, key));
  if (first) return describeAsked(db, first);
  if (!(await findAddress(core, viewer.userId))?.isConfirmed)
    return { success: false, message: errors['address-unconfirmed'].message };
  const now = core.clock();
  const place = await readPlace(core, fields);
  assertNeededBy(fields.neededBy, now);
  const { withoutApproval } = await readRequestRules(db);
  const isOpen = withoutApproval.includes(place.district);
  const row: BloodRequestRow = {
    id: newId(),
    user_id: viewer.userId,
    blood_group: fields.bloodGroup,
    component: fields.component,
    bags: fields.bags,
    agreed: 0,
    given: 0,
    ...place,
    needed_by: fields.neededBy,
    initials: fields.initials,
    relation: fields.relation,
    phone: fields.phone,
    note: fields.note || null,
    reason: null,
    state: isOpen ? 'open' : 'waiting',
    created_at: now,
    waves: 0,
    next_wave_at: isOpen ? now : null,
    ended_at: null,
  };
  return inTransaction(db, async (trx): Promise<AskResult> => {
    // Lock the member, so that two requests at the same time are counted.
    await requireUser(trx, viewer);
    const earlier = key && (await findCreatedId(trx, viewer, key));
    if (earlier) return describeAsked(trx, earlier);
    if ((await repository.countActiveRequests(trx, viewer)) >= MAX_OPEN_REQUESTS)
      return {
        success: false,
        message: `You have ${MAX_OPEN_REQUESTS} open requests already. Close one of them first.`,
      };
    if (key) await recordKey(trx, { viewer, key, createdId: row.id, now });
    await repository.insertRequest(trx, row);
    return { success: true, insertedId: row.id, state: row.state };
  });
}

async function describeAsked(db: Db, id: string): Promise<AskResult> {
  const request = await repository.findRequest(db, id);
  if (!request) throw new AppError('not-found');
  return { success: true, insertedId: id, state: request.state };
}

/**
 * Returns the district of the owner's list and the hospital, or the center of the site.
 * @throws AppError invalid-fields (422)
 */
export async function readPlace(
  core: Pick<Core, 'db' | 'features' | 'listVersions' | 'siteDefaults'>,
  { district, hospital, centerId }: Pick<RequestFields, 'district' | 'hospital' | 'centerId'>,
): Promise<Pick<BloodRequestRow, 'district' | 'hospital' | 'center_id'>> {
  const districts = parseDistricts((await readSiteContent(core)).districts);
  const name = readDistrict(districts, district);
  if (centerId !== undefined) {
    const center = await findCenter(core, centerId);
    if (!center)
      throw new AppError('invalid-fields', { fields: { centerId: 'Choose a center of the list' } });
    return { district: name, hospital: center.name, center_id: center.id };
  }
  if (hospital === undefined)
    throw new AppError('invalid-fields', { fields: { hospital: 'Fill in this field' } });
  return { district: name, hospital, center_id: null };
}

/** @throws AppError invalid-fields (422) */
export function readDistrict(districts: readonly District[], text: string): string {
  const found = findDistrict(districts, text);
  if (!found) throw new AppError('invalid-fields', { fields: { district: 'Choose a district of the list' } });
  return districtName(found);
}

/** @throws AppError invalid-fields (422) */
export function assertNeededBy(neededBy: number, now: number): void {
  if (neededBy > now && neededBy <= now + days(MAX_DAYS_AHEAD)) return;
  const message = `Choose a time within the next ${MAX_DAYS_AHEAD} days`;
  throw new AppError('invalid-fields', { fields: { neededBy: message } });
}

/** @throws AppError not-found (404) */
async function lockOwnRequest(trx: Trx, viewer: Owner, id: string): Promise<BloodRequestRow> {
  const request = await repository.lockRequest(trx, id);
  if (!request || request.user_id !== viewer.userId) throw new AppError('not-found');
  return request;
}

/**
 * Changes a request that is not over.
 * @throws AppError not-found (404), request-over (410), invalid-fields (422)
 */
export const changeRequest = (
  core: Pick<Core, 'db' | 'clock' | 'outbox'>,
  viewer: Owner,
  id: string,
  changes: RequestChanges,
): Promise<void> =>
  inTransaction(core.db, async (trx) => {
    const request = await lockOwnRequest(trx, viewer, id);
    if (!repository.isActive(request)) throw new AppError('request-over');
    if (changes.neededBy !== undefined) assertNeededBy(changes.neededBy, core.clock());
    const bags = changes.bags ?? request.bags;
    assertBags(request, bags);
    await settleRequest(core, trx, {
      ...request,
      bags,
      needed_by: changes.neededBy ?? request.needed_by,
      note: changes.note === undefined ? request.note : changes.note || null,
    });
  });

/** @throws AppError invalid-fields (422) */
export function assertBags({ agreed, given }: Pick<BloodRequestRow, 'agreed' | 'given'>, bags: number): void {
  if (bags >= agreed + given) return;
  const message = `Enter at least ${agreed + given}, because so many bags were given or agreed to`;
  throw new AppError('invalid-fields', { fields: { bags: message } });
}

/** Closes a request. Does nothing if it is over. @throws AppError not-found (404) */
export const closeRequest = (
  core: Pick<Core, 'db' | 'clock' | 'outbox'>,
  viewer: Owner,
  id: string,
): Promise<void> =>
  inTransaction(core.db, async (trx) => {
    const request = await lockOwnRequest(trx, viewer, id);
    if (repository.isActive(request)) await settleRequest(core, trx, { ...request, state: 'closed' });
  });

/**
 * Reports a swindler. After three reports of confirmed accounts nobody sees the request until a coordinator
 * has decided again.
 * @throws AppError not-found (404)
 */
export const reportRequest = (
  core: Pick<Core, 'db' | 'clock' | 'accounts'>,
  viewer: Viewer,
  id: string,
): Promise<void> =>
  inTransaction(core.db, async (trx) => {
    await requireUser(trx, viewer);
    const request = await repository.lockRequest(trx, id);
    if (!request || !repository.isPublic(request)) throw new AppError('not-found');
    if (!(await repository.insertReport(trx, id, viewer, core.clock())) || !repository.isActive(request))
      return;
    if ((await countReports({ ...core, db: trx }, id)) >= REPORTS_TO_PAUSE)
      await repository.updateRequest(trx, id, { state: 'waiting', next_wave_at: null });
  });

/** Counts the reports of accounts whose address is confirmed. */
async function countReports(
  { accounts, db }: Pick<Core, 'accounts'> & { db: Db },
  requestId: string,
): Promise<number> {
  const reports = await repository.listReports(db, [requestId]);
  const confirmed = await listConfirmedMembers(
    { db, accounts },
    reports.map(({ user_id }) => user_id),
  );
  return confirmed.size;
}

/** Ends requests whose time is over, and asks the families whether blood was given. */
export async function expireRequests(core: Pick<Core, 'db' | 'clock' | 'outbox'>): Promise<number> {
  const ids = await repository.listOverdue(core.db, core.clock(), 100);
  for (const id of ids)
    await inTransaction(core.db, async (trx) => {
      const now = core.clock();
      const request = await repository.lockRequest(trx, id);
      if (!request || !repository.isActive(request) || request.needed_by > now) return;
      await repository.updateRequest(trx, id, { state: 'expired', next_wave_at: null, ended_at: now });
      await queueNotice(core, trx, { kind: 'over', requestId: id });
    });
  return ids.length;
}

/** How long the personal data of an ended request is kept. */
const RETENTION_MS = days(30);

export async function eraseOldRequests({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  for (const id of await repository.listToErase(db, clock() - RETENTION_MS, 500))
    await inTransaction(db, (trx) => repository.eraseRequest(trx, id));
}

/** Closes and erases the requests of an account that is being deleted, and takes back what it offered. */
export async function onAccountDeleted(
  core: Pick<Core, 'clock' | 'outbox'>,
  trx: Trx,
  owner: Owner,
): Promise<void> {
  for (const { id } of await repository.listRequestsOf(trx, owner)) {
    const request = await repository.lockRequest(trx, id);
    if (request && repository.isActive(request))
      await settleRequest(core, trx, { ...request, state: 'closed' });
    await repository.erasePatient(trx, id);
  }
  const answered = await repository.listDonorsOfUser(trx, owner);
  await repository.deleteContributions(trx, owner);
  for (const { request_id } of answered) {
    const request = await repository.lockRequest(trx, request_id);
    if (request && repository.isActive(request)) await settleRequest(core, trx, request);
  }
}
