import * as contract from '#contract/centers.ts';
import { respondWithPublicText } from '#platform/http/public-text.ts';
import type { Core } from '#server/core.ts';
import type { Routes } from '#server/http/route.ts';
import { renderClinicCalendar } from './calendar.ts';
import { listCenterDays } from './days.ts';
import { describeNextDays, getCenter, listWithNextFree } from './rules.ts';

export function mountCenters({ publicEndpoint }: Routes, core: Core): void {
  const { db, clock, publicUrl } = core;

  publicEndpoint(contract.listCenters, () => listWithNextFree(core));

  publicEndpoint(contract.listNextDays, () => describeNextDays(core));

  publicEndpoint(contract.listCenterDays, async ({ id, query }) =>
    listCenterDays(db, await getCenter(core, id), { ...query, now: clock() }),
  );

  publicEndpoint(contract.getCenterCalendar, async ({ c, id }) => {
    const calendar = await renderClinicCalendar(db, await getCenter(core, id), { publicUrl, now: clock() });
    return respondWithPublicText(c, calendar, { type: 'text/calendar; charset=utf-8' });
  });
}
