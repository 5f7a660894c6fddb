import { t } from '@lingui/core/macro';
import type { PublicRequest } from '#contract/blood-requests.ts';
import { useQuery } from '#web/api/queries.ts';
import { pendingMark, successMark } from '#web/components/class-names.ts';
import { Fact } from '#web/components/fact.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { districtsQuery } from '#web/queries/districts-query.ts';
import { donationNames } from '#web/queries/donation-names.ts';
import { progressText, requestStates } from './request-texts.ts';

/** What everybody may know about a request. */
export function RequestFacts({ request }: { request: PublicRequest }) {
  const count = formatNumber(request.bags);
  const districtName = useDistrictName();
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact term={t`Needed`}>
        {donationNames[request.component]}, {t`bags: ${count}`}
      </Fact>
      <Fact term={t`Needed by`}>{formatDateTime(request.neededBy)}</Fact>
      <Fact term={t`Hospital`}>{request.hospital}</Fact>
      <Fact term={t`District`}>{districtName(request.district)}</Fact>
      <Fact term={t`Progress`}>{progressText(request)}</Fact>
    </dl>
  );
}

/** Returns a function that names a district in the language of the page. */
export function useDistrictName(): (id: string) => string {
  const { data = [] } = useQuery(districtsQuery);
  return (id) => data.find(({ _id }) => _id === id)?.name ?? id;
}

export const StateMark = ({ state }: Pick<PublicRequest, 'state'>) => (
  <span className={state === 'open' || state === 'waiting' ? pendingMark : successMark}>
    {requestStates[state]}
  </span>
);
