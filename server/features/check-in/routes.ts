import * as contract from '#contract/staff-check-in.ts';
import { claimWalkIn as claimContract } from '#contract/walk-ins.ts';
import type { Routes } from '#server/http/route.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { type ClaimDeps, claimWalkIn, sendClaimLink } from './claim.ts';
import { countConflicts, createAppointmentList } from './list.ts';
import type { Passes } from './passes.ts';
import type { Sealing } from './sealing.ts';
import { recordStatus } from './status.ts';
import { addWalkIn, type WalkInDeps } from './walk-ins.ts';

type Options = Omit<WalkInDeps, 'sendClaimLink'> &
  ClaimDeps & {
    passes: Pick<Passes, 'listKeys'>;
    sealing: Sealing;
    /** Returns the server's half of the key of the shift's lists. */
    findShiftKey: (by: StaffMember) => Promise<string>;
  };

export function mountCheckIn({ memberEndpoint, staffEndpoint }: Routes, deps: Options): void {
  const listAppointments = createAppointmentList(deps);

  staffEndpoint(contract.listCenterAppointments, async ({ c, viewer, id, query }) => {
    const { etag, json } = await listAppointments(viewer, {
      centerId: id,
      day: query.date,
      knownETag: c.req.header('if-none-match'),
    });
    c.header('ETag', etag);
    return json ? c.body(json, 200, { 'Content-Type': 'application/json' }) : c.body(null, 304);
  });

  staffEndpoint(contract.countConflicts, async ({ id, query }) => ({
    count: await countConflicts(deps, id, query.date),
  }));

  staffEndpoint(contract.setAppointmentStatus, ({ viewer, id, body }) =>
    recordStatus(deps, viewer, id, body),
  );

  const walkIns: WalkInDeps = {
    ...deps,
    sendClaimLink: (trx, row, link) => sendClaimLink(deps, trx, row, link),
  };
  staffEndpoint(contract.addWalkIn, ({ viewer, body }) => addWalkIn(walkIns, viewer, body));

  staffEndpoint(contract.addSealedWalkIn, async ({ viewer, body }) =>
    addWalkIn(walkIns, viewer, { ...(await deps.sealing.open(body)), isSealed: true }),
  );

  staffEndpoint(contract.getDeviceKeys, async ({ viewer }) => ({
    shiftKey: await deps.findShiftKey(viewer),
    sealingKey: await deps.sealing.readPublicKey(),
  }));

  staffEndpoint(contract.listPassKeys, () => deps.passes.listKeys());

  memberEndpoint(claimContract, ({ viewer, body }) => claimWalkIn(deps, viewer, body.token));
}
