import * as availabilityContract from '#contract/availability.ts';
import * as contract from '#contract/blood-requests.ts';
import { listDistricts, parseDistricts } from '#contract/districts.ts';
import * as staffContract from '#contract/staff-blood-requests.ts';
import { databaseClock } from '#platform/database/database-clock.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow } from '#server/db/request-tables.ts';
import type { Db } from '#server/db/tables.ts';
import { releaseClaim } from '#server/features/moderation/rules.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import { readRequestKey } from '#server/http/idempotency-repository.ts';
import type { Routes } from '#server/http/route.ts';
import type { Owner } from '#server/http/viewer.ts';
import { answerByToken, answerRequest, findByToken } from './answers.ts';
import { readAvailability, saveAvailability } from './availability.ts';
import { listMessages, saveProgress, sendMessage, setNumberShared, talkingStates } from './conversation.ts';
import { listRequests, readDistricts } from './public.ts';
import * as repository from './repository.ts';
import { readRequestRules, storeRequestRules } from './request-rules-repository.ts';
import { claimRequest, decideRequest, recordGiven } from './review.ts';
import {
  changeRequest,
  closeRequest,
  createRequest,
  isActive,
  readDistrict,
  reportRequest,
} from './rules.ts';
import { toAnswer, toDetails, toIso, toPublicRequest } from './serialize.ts';
import { createStaffRequestList } from './staff-list.ts';

export function mountBloodRequests(routes: Routes, core: Core): void {
  mountPublic(routes, core);
  mountForMembers(routes, core);
  mountForStaff(routes, core);
}

/** Whether the caller has asked for it, or has agreed to come. */
const concerns = async (db: Db, request: BloodRequestRow, caller: Owner): Promise<boolean> => {
  if (request.user_id === caller.userId) return true;
  const donor = await repository.findDonorByUser(db, request.id, caller);
  return donor !== undefined && talkingStates.includes(donor.state);
};

/** @throws AppError not-found (404) unless everybody may see the request or it is the caller's */
async function findVisible({ db }: Pick<Core, 'db'>, id: string, caller?: Owner): Promise<BloodRequestRow> {
  const request = await repository.findRequest(db, id);
  if (request && repository.isPublic(request)) return request;
  if (request && caller && (await concerns(db, request, caller))) return request;
  throw new AppError('not-found');
}

function mountPublic({ publicEndpoint, openEndpoint }: Routes, core: Core): void {
  publicEndpoint(contract.listBloodRequests, ({ query }) => listRequests(core, query));
  publicEndpoint(listDistricts, ({ query: { language = '' } }) => readDistricts(core, language));

  openEndpoint(contract.getBloodRequest, async ({ viewer, id }) =>
    toDetails(core.db, await findVisible(core, id, viewer), viewer),
  );

  publicEndpoint(contract.findAskedRequest, async ({ c, body }) => {
    const { donor, request } = await countingLinks(c, () => findByToken(core, body.token));
    if (!isActive(request) || request.needed_by <= core.clock()) throw new AppError('request-over');
    return { ...toPublicRequest(request), answer: toAnswer(request, donor) };
  });

  publicEndpoint(contract.answerByLink, ({ c, body: { token, ...answer } }) =>
    countingLinks(c, () => answerByToken(core, token, answer)),
  );

  /** Counts links that are not ours, so that they cannot be guessed. */
  async function countingLinks<Result>(
    c: Parameters<Core['countInvalidLink']>[0],
    run: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') await core.countInvalidLink(c);
      throw error;
    }
  }
}

function mountForMembers({ memberEndpoint }: Routes, core: Core): void {
  const { db } = core;
  const describe = async (caller: Owner, id: string) =>
    toDetails(db, await findVisible(core, id, caller), caller);

  memberEndpoint(contract.createBloodRequest, ({ c, viewer, body }) =>
    createRequest(core, viewer, body, readRequestKey(c.req.header('idempotency-key'), body)),
  );
  memberEndpoint(contract.listOwnBloodRequests, async ({ viewer }) => {
    const own = await repository.listRequestsOf(db, viewer);
    const answered = await repository.listDonorsOfUser(db, viewer);
    const coming = answered.filter(({ state }) => ['agreed', 'reserve', 'arrived'].includes(state));
    const others = await repository.listRequestsById(
      db,
      coming.map(({ request_id }) => request_id),
    );
    return [
      ...own.map((row) => ({ ...toPublicRequest(row), isOwn: true })),
      ...others.map((row) => ({ ...toPublicRequest(row), isOwn: false })),
    ];
  });
  memberEndpoint(contract.changeBloodRequest, async ({ viewer, id, body }) => {
    await changeRequest(core, viewer, id, body);
    return describe(viewer, id);
  });
  memberEndpoint(contract.closeBloodRequest, async ({ viewer, id }) => {
    await closeRequest(core, viewer, id);
    return undefined;
  });
  memberEndpoint(contract.answerBloodRequest, ({ viewer, id, body }) =>
    answerRequest(core, viewer, id, body),
  );
  memberEndpoint(contract.listRequestMessages, ({ viewer, id }) => listMessages(core, viewer, id));
  memberEndpoint(contract.sendRequestMessage, ({ viewer, id, body }) =>
    sendMessage(core, viewer, id, body.text),
  );
  memberEndpoint(contract.shareNumber, async ({ viewer, id, body }) => {
    await setNumberShared(core, viewer, id, { ...body, isShared: true });
    return undefined;
  });
  memberEndpoint(contract.withdrawNumber, async ({ viewer, id, body }) => {
    await setNumberShared(core, viewer, id, { ...body, isShared: false });
    return undefined;
  });
  memberEndpoint(contract.reportProgress, async ({ viewer, id, body }) => {
    await saveProgress(core, viewer, id, body);
    return describe(viewer, id);
  });
  memberEndpoint(contract.reportBloodRequest, async ({ viewer, id }) => {
    await reportRequest(core, viewer, id);
    return undefined;
  });
  memberEndpoint(availabilityContract.getAvailability, ({ viewer }) => readAvailability(db, viewer));
  memberEndpoint(availabilityContract.setAvailability, ({ viewer, body }) =>
    saveAvailability(core, viewer, body),
  );
}

function mountForStaff({ staffEndpoint }: Routes, core: Core): void {
  const reviewCore = { ...core, now: databaseClock(core.db) };

  const list = createStaffRequestList(reviewCore);
  staffEndpoint(staffContract.listStaffRequests, ({ viewer, query }) => list(viewer, query.state));
  staffEndpoint(staffContract.decideRequest, ({ viewer, id, body }) =>
    decideRequest(reviewCore, viewer, id, body),
  );
  staffEndpoint(staffContract.claimRequest, async ({ viewer, id }) => ({
    claimedUntil: toIso(await claimRequest(reviewCore, viewer, id)),
  }));
  staffEndpoint(staffContract.releaseRequest, async ({ viewer, id }) => {
    await releaseClaim(core.db, { kind: 'request', id, userId: viewer.userId });
    return undefined;
  });
  staffEndpoint(staffContract.recordGivenBags, ({ viewer, id, body }) =>
    recordGiven(reviewCore, viewer, id, body),
  );
  staffEndpoint(staffContract.getRequestRules, () => readRequestRules(core.db));
  staffEndpoint(staffContract.setRequestRules, async ({ viewer, body }) => {
    const districts = parseDistricts((await readSiteContent(core)).districts);
    const withoutApproval = body.withoutApproval.map((name) => readDistrict(districts, name));
    const rules = { ...body, withoutApproval };
    await withStaffLog(core, viewer, async (trx, log) => {
      await storeRequestRules(trx, rules);
      await log({ action: 'set request rules', people: [] });
    });
    return rules;
  });
}
