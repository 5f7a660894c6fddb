import { t } from '@lingui/core/macro';
import type { PublicRequest } from '#contract/blood-requests.ts';
import { pendingMark, successMark } from '#web/components/class-names.ts';
import { Fact } from '#web/components/fact.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { donationNames } from '#web/queries/donation-names.ts';
import { progressText, requestStates } from './request-texts.ts';

/** What everybody may know about a request. */
export function RequestFacts({ request }: { request: PublicRequest }) {
  const count = formatNumber(request.bags);
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact term={t`Needed`}>
        {donationNames[request.component]}, {t`bags: ${count}`}
      </Fact>
      <Fact term={t`Needed by`}>{formatDateTime(request.neededBy)}</Fact>
      <Fact term={t`Hospital`}>{request.hospital}</Fact>
      <Fact term={t`District`}>{request.district}</Fact>
      <Fact term={t`Progress`}>{progressText(request)}</Fact>
    </dl>
  );
}

export const StateMark = ({ state }: Pick<PublicRequest, 'state'>) => (
  <span className={state === 'open' || state === 'waiting' ? pendingMark : successMark}>
    {requestStates[state]}
  </span>
);
