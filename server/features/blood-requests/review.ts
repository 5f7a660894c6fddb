import type { RequestFields } from '#contract/blood-requests.ts';
import type { StaffRequest } from '#contract/staff-blood-requests.ts';
import type { DatabaseClock } from '#platform/database/database-clock.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow } from '#server/db/request-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { claimItem, releaseClaim } from '#server/features/moderation/rules.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { recordDonorGave, recordOtherBags } from './given.ts';
import { queueNotice } from './notices.ts';
import * as repository from './repository.ts';
import { assertBags, assertNeededBy, readPlace } from './rules.ts';
import { settleRequest } from './settle.ts';
import { describeOneForStaff } from './staff-list.ts';

export type ReviewCore = Core & { now: DatabaseClock };

/** @throws AppError item-claimed (409), not-found (404) */
export async function claimRequest(core: ReviewCore, by: StaffMember, id: string): Promise<number> {
  if (!(await repository.findRequest(core.db, id))) throw new AppError('not-found');
  return claim(core, core.db, by, id);
}

async function claim(core: ReviewCore, db: Db, { userId }: StaffMember, id: string): Promise<number> {
  const until = await claimItem(db, core.now, { kind: 'request', id, userId });
  if (until === undefined) throw new AppError('item-claimed');
  return until;
}

type Decision = {
  decision: 'approve' | 'refuse';
  reason?: string | undefined;
  fields?: { [Field in keyof RequestFields]?: RequestFields[Field] | undefined } | undefined;
};

/**
 * Approves, corrects or refuses a request.
 * @throws AppError not-found (404), item-claimed, already-decided (409), request-over (410), invalid-fields
 * (422)
 */
export async function decideRequest(
  core: ReviewCore,
  by: StaffMember,
  id: string,
  { decision, reason, fields }: Decision,
): Promise<StaffRequest> {
  if (decision === 'refuse' && !reason)
    throw new AppError('invalid-fields', { fields: { reason: 'Say why, so that the family understands' } });
  const known = await repository.findRequest(core.db, id);
  if (!known) throw new AppError('not-found');
  const changes = fields ? await toChanges(core, known, fields) : undefined;
  return withStaffLog(core, by, async (trx, log) => {
    await claim(core, trx, by, id);
    const request = await repository.lockRequest(trx, id);
    if (!request) throw new AppError('not-found');
    const isWaiting = request.state === 'waiting';
    if (!isWaiting && request.state !== 'open' && request.state !== 'filled') {
      if (request.state === 'refused' && decision === 'refuse')
        return describeOneForStaff(core, trx, request);
      throw new AppError('already-decided');
    }
    if (decision === 'approve' && (changes?.needed_by ?? request.needed_by) <= core.clock())
      throw new AppError('request-over');
    const action = actionOf(decision, isWaiting);
    await log({ action, people: request.user_id ? [request.user_id] : [] });
    await applyDecision(core, trx, { request, changes, decision, reason });
    await releaseClaim(trx, { kind: 'request', id, userId: by.userId });
    const decided = (await repository.findRequest(trx, id)) as BloodRequestRow;
    return describeOneForStaff(core, trx, decided);
  });
}

const actionOf = (decision: Decision['decision'], isWaiting: boolean) => {
  if (decision === 'refuse') return 'refuse request';
  return isWaiting ? 'approve request' : 'correct request';
};

async function applyDecision(
  core: ReviewCore,
  trx: Trx,
  {
    request,
    changes,
    decision,
    reason,
  }: Pick<Decision, 'decision' | 'reason'> & {
    request: BloodRequestRow;
    changes: Partial<BloodRequestRow> | undefined;
  },
): Promise<void> {
  if (changes) {
    if (changes.bags !== undefined) assertBags(request, changes.bags);
    await repository.updateRequest(trx, request.id, changes);
  }
  const isApproved = decision === 'approve';
  const wasWaiting = request.state === 'waiting';
  await settleRequest(core, trx, {
    ...request,
    ...changes,
    reason: reason ?? request.reason,
    state: isApproved ? (wasWaiting ? 'open' : request.state) : 'refused',
  });
  await repository.deleteReports(trx, request.id);
  if (!isApproved) await queueNotice(core, trx, { kind: 'refused', requestId: request.id });
  else if (wasWaiting) await queueNotice(core, trx, { kind: 'approved', requestId: request.id });
}

/** @throws AppError invalid-fields (422) */
async function toChanges(
  core: ReviewCore,
  known: BloodRequestRow,
  fields: NonNullable<Decision['fields']>,
): Promise<Partial<BloodRequestRow>> {
  const { neededBy, district, hospital, centerId } = fields;
  if (neededBy !== undefined) assertNeededBy(neededBy, core.clock());
  const isPlaceChanged = district !== undefined || hospital !== undefined || centerId !== undefined;
  const place = isPlaceChanged
    ? await readPlace(core, {
        district: district ?? known.district,
        hospital: hospital ?? known.hospital,
        centerId: centerId ?? (hospital === undefined ? (known.center_id ?? undefined) : undefined),
      })
    : {};
  const changes = {
    blood_group: fields.bloodGroup,
    component: fields.component,
    bags: fields.bags,
    needed_by: neededBy,
    initials: fields.initials,
    relation: fields.relation,
    phone: fields.phone,
    note: fields.note,
    ...place,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/**
 * Records given bags, of a donor of the request or of somebody else. Also after the request has expired.
 * @throws AppError not-found (404), nothing-to-do (409), invalid-fields (422)
 */
export async function recordGiven(
  core: ReviewCore,
  by: StaffMember,
  id: string,
  { donorId, bags }: { donorId?: string | undefined; bags: number },
): Promise<StaffRequest> {
  const { region } = await readSiteContent(core);
  return withStaffLog(core, by, async (trx, log) => {
    const request = await repository.lockRequest(trx, id);
    if (!request) throw new AppError('not-found');
    if (!['open', 'filled', 'expired', 'closed', 'given'].includes(request.state) || !request.user_id)
      throw new AppError('nothing-to-do');
    const donor = donorId === undefined ? undefined : await repository.findDonor(trx, donorId);
    if (donorId !== undefined && donor?.request_id !== id) throw new AppError('not-found');
    if (donor) await recordDonorGave(core, trx, request, donor, region.timeZone);
    else await recordOtherBags(core, trx, request, bags);
    await log({
      action: 'record given',
      people: [donor?.user_id, request.user_id].filter((each) => each !== undefined),
    });
    const changed = (await repository.findRequest(trx, id)) as BloodRequestRow;
    return describeOneForStaff(core, trx, changed);
  });
}
