import { listDistricts } from '#contract/districts.ts';
import { call } from '#web/api/client.ts';
import { fromPage, queryOptions } from '#web/api/queries.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { language } from '#web/i18n/language.ts';

/** The districts in which donors are asked for blood, with their names in the language of the page. */
export const districtsQuery = queryOptions({
  queryKey: ['districts'],
  queryFn: ({ signal }) => call(listDistricts, { signal, query: { language } }),
  staleTime: Number.POSITIVE_INFINITY,
  ...fromPage(() => pageData().lists.districts),
  meta: { public: true },
});
