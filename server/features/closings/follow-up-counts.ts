import { setImmediate } from 'node:timers/promises';
import type { Core } from '#server/core.ts';
import type { CenterRow } from '#server/db/center-tables.ts';
import * as slots from '#server/features/centers/slots.ts';
import { selectConfirmedMembers } from '#server/features/users/rules.ts';
import { followUpStateOf } from './follow-up-state.ts';
import { groupDisplacedAppointments } from './follow-ups-repository.ts';
import { firstStoredDay, firstVisibleDay } from './rules.ts';

/** Returns those of the given centers that have donors to call or refund, with the number of each. */
export async function countFollowUps(
  core: Core,
  centers: readonly CenterRow[],
): Promise<{ centerId: string; calls: number; refunds: number }[]> {
  const now = core.clock();
  const sendsEmail = await core.sendsEmail();
  const groups = await groupDisplacedAppointments(
    core.db,
    centers.map(({ id }) => id),
    { from: firstStoredDay(now), confirmed: selectConfirmedMembers(core) },
  );
  const ofCenter = Map.groupBy(groups, ({ center_id }) => center_id);
  const found = [];
  for (const center of centers) {
    const own = ofCenter.get(center.id);
    if (!own) continue;
    // Let other requests run between two centers.
    await setImmediate();
    const isClosed = await slots.createClosedSlotCheck(core, center.id, [
      ...new Set(own.map(({ day }) => day)),
    ]);
    let [calls, refunds] = [0, 0];
    for (const group of own) {
      const appointment = { ...group, moves: group.current_moves };
      const { state, isCallable } = followUpStateOf(group, appointment, {
        now,
        center,
        isClosed: isClosed(group),
        isReachable: sendsEmail && group.confirmed_id !== null,
      });
      const isVisible = group.day >= firstVisibleDay(now);
      if (isVisible && isCallable && group.called_at === null) calls += group.count;
      if (state === 'declined') refunds += group.count;
    }
    if (calls + refunds > 0) found.push({ centerId: center.id, calls, refunds });
  }
  return found;
}
