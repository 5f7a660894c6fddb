import '#web/components/choices.css';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { compatibleDonors } from '#contract/blood-compatibility.ts';
import type { PublicRequest } from '#contract/blood-requests.ts';
import { bloodGroups } from '#contract/values.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { NoScriptMessage, Spinner } from '#web/components/spinner.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { donationNames } from '#web/queries/donation-names.ts';
import { StateMark, useDistrictName } from './request-facts.tsx';
import { ownRequestsQuery, requestsQuery } from './request-queries.ts';
import { neverMoney, progressText } from './request-texts.ts';

/** The public list of open requests. */
export function RequestList() {
  const query = useQuery(requestsQuery);
  const { data, error } = query;
  const [group, setGroup] = useState('');
  const [district, setDistrict] = useState('');
  const districts = [...new Set((data ?? []).map((request) => request.district))].sort();
  const districtName = useDistrictName();
  const found = (data ?? []).filter(
    (request) => suits(request, group) && (district === '' || request.district === district),
  );
  return (
    <div className="bb-page bb-section bb-full-height grid grid-cols-1 content-start gap-6">
      <h1 tabIndex={-1}>
        <Trans>Requests for blood</Trans>
      </h1>
      <p className="bb-lead max-w-prose">
        <Trans>
          These patients need blood now. If you can give, open a request and say that you can come.
        </Trans>
      </p>
      <p>
        <LinkButton to="/requests/new" variant="outlined">
          <Trans>Ask for blood</Trans>
        </LinkButton>
      </p>
      <OwnRequests />
      {data && data.length > 0 && (
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <SelectField
            label={t`Your blood group`}
            value={group}
            onChange={({ target }) => setGroup(target.value)}
          >
            <option value="">{t`All`}</option>
            {bloodGroups.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
          <SelectField
            label={t`District`}
            value={district}
            onChange={({ target }) => setDistrict(target.value)}
          >
            <option value="">{t`All`}</option>
            {districts.map((each) => (
              <option key={each} value={each}>
                {districtName(each)}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {!data && !error && <Spinner label={t`Loading the requests`} />}
      {error && <LoadError name={t`The requests`} query={query} />}
      {data && found.length === 0 && (
        <p role="status" className="bb-card p-6">
          {data.length === 0 ? t`There are no open requests right now.` : t`No request suits this choice.`}
        </p>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {found.map((request) => (
          <li key={request._id}>
            <RequestCard request={request} district={districtName(request.district)} />
          </li>
        ))}
      </ul>
      <p className="max-w-prose text-ink-soft">{neverMoney()}</p>
      <NoScriptMessage>
        {import.meta.env.SSR && t`To answer a request, turn on JavaScript and reload the page.`}
      </NoScriptMessage>
    </div>
  );
}

/** What the member has asked for or agreed to, in short. */
function OwnRequests() {
  const { user } = useSession();
  const { data = [] } = useQuery(ownRequestsQuery(user?.uid));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="own-requests" className="bb-card grid max-w-2xl gap-2 p-6">
      <h2 id="own-requests" className="text-heading">
        <Trans>Your requests and answers</Trans>
      </h2>
      <ul className="grid divide-y divide-line">
        {data.map(({ _id, bloodGroup, hospital, state, isOwn }) => (
          <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Link to={`/requests/${_id}`} className="bb-row-link">
              {t`${bloodGroup} blood for ${hospital}`}
            </Link>
            <StateMark state={state} />
            <span className="text-ink-soft">{isOwn ? t`You asked` : t`You agreed`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns whether a donor of this group may give for the request. */
const suits = ({ component, bloodGroup }: PublicRequest, group: string): boolean =>
  group === '' || compatibleDonors(component, bloodGroup).some((each) => each === group);

function RequestCard({ request, district }: { request: PublicRequest; district: string }) {
  const { _id, bloodGroup, component, bags, hospital, neededBy, state } = request;
  const time = formatDateTime(neededBy);
  const count = formatNumber(bags);
  return (
    <Link to={`/requests/${_id}`} className="bb-card grid h-full content-start gap-2 p-6 wrap-anywhere">
      <span className="flex flex-wrap items-baseline gap-x-3">
        <strong className="text-heading text-red-ink">{bloodGroup}</strong>
        <span>
          {donationNames[component]}, {t`bags: ${count}`}
        </span>
      </span>
      <strong>{hospital}</strong>
      <span>{district}</span>
      <span>{t`Needed by ${time}`}</span>
      <span className="text-ink-soft">
        {state === 'filled' ? t`Enough donors have agreed` : progressText(request)}
      </span>
    </Link>
  );
}
