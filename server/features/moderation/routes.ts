import * as contract from '#contract/staff-moderation.ts';
import { databaseClock } from '#platform/database/database-clock.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { createPhotoModeration } from '#server/features/photos/moderation.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { Routes } from '#server/http/route.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import type { AddLogEntry } from '#server/http/with-staff-log.ts';
import type { ItemKey } from '#server/moderated-kind.ts';
import { releaseClaim } from './claims-repository.ts';
import { createModeratedKinds } from './kinds.ts';
import { listOwnItemDecisions, objectToDecision } from './objections.ts';
import { listModerationQueue } from './queue.ts';
import { claimWaitingItem, type Decision, decideItem, undoDecision } from './rules.ts';
import { toIso } from './serialize.ts';

export function mountModeration({ memberEndpoint, staffEndpoint }: Routes, core: Core): void {
  const deps = {
    ...core,
    now: databaseClock(core.db),
    kinds: createModeratedKinds(core),
    withStaffLog: <Result>(by: StaffMember, run: (trx: Trx, log: AddLogEntry) => Promise<Result>) =>
      withStaffLog(core, by, run),
  };
  /** Moderation in which removing photos deletes them immediately. */
  const deletingPhotos = createPhotoModeration(core, 'delete');

  staffEndpoint(contract.listModeration, ({ viewer }) => listModerationQueue(deps, viewer));

  const decideAs = async (viewer: StaffMember, decision: Decision) => {
    const changed = await decideItem(deps, viewer, decision);
    return { acknowledged: true, modifiedCount: changed.length > 0 ? 1 : 0, undoMs: contract.UNDO_WINDOW_MS };
  };
  staffEndpoint(contract.decidePhoto, ({ viewer, id, body }) =>
    decideAs(viewer, { kind: 'photo', id, ...body }),
  );
  staffEndpoint(contract.decideReview, ({ viewer, id, body }) =>
    decideAs(viewer, { kind: 'review', id, ...body }),
  );

  staffEndpoint(contract.deletePhotoNow, async ({ viewer, id }) => {
    const deletingDeps = { ...deps, kinds: { ...deps.kinds, photo: deletingPhotos } };
    await decideItem(deletingDeps, viewer, {
      kind: 'photo',
      id,
      decision: 'remove',
      again: true,
      changesFinal: true,
    });
    return undefined;
  });

  const undoAs = async (viewer: StaffMember, key: ItemKey) => {
    await undoDecision(deps, viewer, key);
    return undefined;
  };
  staffEndpoint(contract.undoPhotoDecision, ({ viewer, id }) => undoAs(viewer, { kind: 'photo', id }));
  staffEndpoint(contract.undoReviewDecision, ({ viewer, id }) => undoAs(viewer, { kind: 'review', id }));

  const claimAs = async (viewer: StaffMember, key: ItemKey) => ({
    claimedUntil: toIso(await claimWaitingItem(deps, viewer, key)),
  });
  staffEndpoint(contract.claimPhoto, ({ viewer, id }) => claimAs(viewer, { kind: 'photo', id }));
  staffEndpoint(contract.claimReview, ({ viewer, id }) => claimAs(viewer, { kind: 'review', id }));

  const releaseAs = async (viewer: StaffMember, key: ItemKey) => {
    await releaseClaim(deps.db, { ...key, userId: viewer.userId });
    return undefined;
  };
  staffEndpoint(contract.releasePhoto, ({ viewer, id }) => releaseAs(viewer, { kind: 'photo', id }));
  staffEndpoint(contract.releaseReview, ({ viewer, id }) => releaseAs(viewer, { kind: 'review', id }));

  memberEndpoint(contract.listOwnItemDecisions, ({ viewer }) => listOwnItemDecisions(deps, viewer));

  memberEndpoint(contract.objectToDecision, async ({ viewer, id, body }) => {
    await objectToDecision(deps, viewer, { id, text: body.text });
    return undefined;
  });
}
