import { type Day, parseDay } from '#contract/days.ts';
import * as contract from '#contract/waiting-list.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { Routes } from '#server/http/route.ts';
import { listWaitingLists } from './own-lists.ts';
import { joinWaitingList, leaveWaitingList } from './rules.ts';

export function mountWaitingList({ memberEndpoint }: Routes, core: Core): void {
  memberEndpoint(contract.joinWaitingList, async ({ viewer, id, params, body }) => ({
    position: await joinWaitingList(core, viewer, { centerId: id, day: readDay(params.date) }, body),
  }));

  memberEndpoint(contract.leaveWaitingList, async ({ viewer, id, params }) => {
    await leaveWaitingList(core, viewer, { centerId: id, day: readDay(params.date) });
    return undefined;
  });

  memberEndpoint(contract.listWaitingLists, ({ viewer }) => listWaitingLists(core, viewer));
}

/** @throws AppError invalid-fields (422) */
function readDay(text = ''): Day {
  const day = parseDay(text);
  if (!day) throw new AppError('invalid-fields', { fields: { date: 'Enter the date as YYYY-MM-DD' } });
  return day;
}
