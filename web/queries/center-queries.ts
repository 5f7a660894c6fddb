import { listCenterDays, listCenters, listNextDays, MAX_DAYS } from '#contract/centers.ts';
import { utcDay } from '#contract/days.ts';
import { call } from '#web/api/client.ts';
import { fromPage, queryOptions } from '#web/api/queries.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { pageData } from '#web/before-react/page-data.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The donation centers of the site, sorted by name. */
export const centersQuery = queryOptions({
  queryKey: ['centers'],
  queryFn: ({ signal }) => call(listCenters, { signal }),
  staleTime: MINUTE_MS,
  ...fromPage(() => pageData().lists.centers),
  meta: { public: true },
});

/** The next free days of all centers. */
export const nextDaysQuery = queryOptions({
  queryKey: ['centers', 'next days'],
  queryFn: ({ signal }) => call(listNextDays, { signal }),
  staleTime: MINUTE_MS,
  ...fromPage(() => pageData().nextDays),
  meta: { public: true },
});

/**
 * Loads the next days of a center. The server caches exactly this range. A center without clinics has no
 * days.
 */
export const centerDaysQuery = (id: string) =>
  queryOptions({
    queryKey: ['centers', id, 'days'],
    queryFn: ({ signal }) => {
      const now = siteNow();
      const query = { from: utcDay(now), to: utcDay(now + (MAX_DAYS - 1) * DAY_MS) };
      return call(listCenterDays, { signal, params: { id }, query });
    },
    meta: { public: true },
  });
