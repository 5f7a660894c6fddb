import { compatibleDonors } from '#contract/blood-compatibility.ts';
import type { DonorState, RequestAnswerResult } from '#contract/blood-requests.ts';
import { type Day, parseDay, utcDay } from '#contract/days.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { days, hours } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow, RequestDonorRow } from '#server/db/request-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { findAddress, requireUser } from '#server/features/users/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import { readAnswerToken } from './answer-links.ts';
import { findBloodGroup, pauseDonor } from './availability.ts';
import { mustWait, waitingDays } from './candidates-repository.ts';
import { queueNotice } from './notices.ts';
import * as repository from './repository.ts';
import { isActive } from './rules.ts';
import { newCode, settleRequest } from './settle.ts';
import { toDonorRow } from './waves.ts';

export type Answer = { answer: 'yes' | 'no' | 'pause'; at?: number | undefined; until?: string | undefined };

/** How long ago the chosen time may be, because the page may have been open for a while. */
const PAST_TOLERANCE_MS = hours(1);
const PAUSE_MS = days(30);
const LONGEST_PAUSE_MS = days(366);
const comingStates: readonly DonorState[] = ['agreed', 'reserve', 'arrived'];

/** @throws AppError not-found (404), request-over (410) */
export async function findByToken(core: Core, token: string) {
  const donor = await repository.findDonor(core.db, readAnswerToken(core, token));
  const request = donor && (await repository.findRequest(core.db, donor.request_id));
  if (!request) throw new AppError('request-over');
  return { donor, request };
}

/** Answers with a signed link. @throws the errors of `answerRequest`, and not-found (404: not our link) */
export async function answerByToken(core: Core, token: string, answer: Answer): Promise<RequestAnswerResult> {
  const { donor, request } = await findByToken(core, token);
  return answerRequest(core, { userId: donor.user_id }, request.id, answer);
}

/**
 * Answers a request. The same answer again changes nothing.
 * @throws AppError not-found (404), address-unconfirmed, group-unsuitable, donor-waits (409), request-over
 * (410), invalid-fields (422)
 */
export async function answerRequest(
  core: Core,
  donor: Owner,
  requestId: string,
  { answer, at, until }: Answer,
): Promise<RequestAnswerResult> {
  const pausedUntil = answer === 'pause' ? readPause(core, until) : undefined;
  const groups = await readSiteContent(core);
  const isConfirmed = (await findAddress(core, donor.userId))?.isConfirmed === true;
  return inTransaction(core.db, async (trx) => {
    await requireUser(trx, donor);
    const request = await repository.lockRequest(trx, requestId);
    if (!request || request.state === 'refused') throw new AppError('not-found');
    if (pausedUntil) await pauseDonor(trx, donor, pausedUntil);
    if (!isActive(request) || request.needed_by <= core.clock()) {
      // The pause counts, also if the request is over.
      if (pausedUntil) return { state: 'declined' };
      throw new AppError('request-over');
    }
    if (request.state === 'waiting' && answer === 'yes') throw new AppError('not-found');
    const row = await repository.findDonorByUser(trx, requestId, donor);
    if (answer !== 'yes') return decline(core, trx, request, row);
    if (request.user_id === donor.userId) throw new AppError('group-unsuitable');
    if (row && comingStates.includes(row.state)) return toResult(row);
    if (!isConfirmed) throw new AppError('address-unconfirmed');
    await assertSuitable(trx, donor, request);
    if (await mustWait(trx, donor, waitingDays(groups, core.clock()))) throw new AppError('donor-waits');
    return accept(core, trx, request, { donor, row, at });
  });
}

async function assertSuitable(trx: Trx, donor: Owner, request: BloodRequestRow): Promise<void> {
  const group = await findBloodGroup(trx, donor);
  if (!group)
    throw new AppError('invalid-fields', { fields: { bloodGroup: 'Choose your blood group under Account' } });
  if (!compatibleDonors(request.component, request.blood_group).includes(group))
    throw new AppError('group-unsuitable');
}

const toResult = ({ state, code }: Pick<RequestDonorRow, 'state' | 'code'>): RequestAnswerResult => ({
  state,
  ...(code !== null && comingStates.includes(state) && { code }),
});

async function accept(
  core: Core,
  trx: Trx,
  request: BloodRequestRow,
  { donor, row, at }: { donor: Owner; row: RequestDonorRow | undefined; at: number | undefined },
): Promise<RequestAnswerResult> {
  const now = core.clock();
  if (at !== undefined && (at < now - PAST_TOLERANCE_MS || at > request.needed_by))
    throw new AppError('invalid-fields', { fields: { at: 'Choose a time before the blood is needed' } });
  const state = await findFreeState(trx, request);
  const answered = { state, answered_at: now, arrives_at: at ?? null, code: row?.code ?? newCode() };
  if (row) await repository.updateDonor(trx, row.id, answered);
  else await repository.insertDonors(trx, [toDonorRow(request, donor.userId, answered)]);
  await settleRequest(core, trx, request);
  if (state === 'agreed') await queueNotice(core, trx, { kind: 'donor-agreed', requestId: request.id });
  return toResult(answered);
}

/** A donor gets a free bag, or is the only one in reserve. All others are not needed. */
async function findFreeState(trx: Trx, request: BloodRequestRow): Promise<DonorState> {
  if (request.agreed + request.given < request.bags) return 'agreed';
  const reserve = await repository.listDonors(trx, request.id, ['reserve']);
  return reserve.length === 0 ? 'reserve' : 'not-needed';
}

async function decline(
  core: Core,
  trx: Trx,
  request: BloodRequestRow,
  row: RequestDonorRow | undefined,
): Promise<RequestAnswerResult> {
  if (!row) return { state: 'declined' };
  if (row.state === 'given') return toResult(row);
  await repository.updateDonor(trx, row.id, { state: 'declined', answered_at: core.clock() });
  if (comingStates.includes(row.state)) await settleRequest(core, trx, request);
  return { state: 'declined' };
}

/** @throws AppError invalid-fields (422) */
function readPause({ clock }: Pick<Core, 'clock'>, until: string | undefined): Day {
  const now = clock();
  if (until === undefined) return utcDay(now + PAUSE_MS);
  const day = parseDay(until);
  if (!day || day < utcDay(now) || day > utcDay(now + LONGEST_PAUSE_MS))
    throw new AppError('invalid-fields', { fields: { until: 'Choose a day within a year' } });
  return day;
}
