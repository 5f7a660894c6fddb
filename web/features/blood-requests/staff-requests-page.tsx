import '#web/components/choices.css';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { requestStates as allStates, type RequestState } from '#contract/blood-requests.ts';
import {
  claimRequest,
  decideRequest,
  listStaffRequests,
  recordGivenBags,
  releaseRequest,
  type StaffRequest,
} from '#contract/staff-blood-requests.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { pendingMark } from '#web/components/class-names.ts';
import { Fact } from '#web/components/fact.tsx';
import { Field } from '#web/components/field.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { ChangeOutcome } from '../staff/change-outcome.tsx';
import { useStaff } from '../staff/staff-layout.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { useChange } from '../staff/use-change.ts';
import { RequestFacts, StateMark } from './request-facts.tsx';
import { RequestRulesSection } from './request-rules-section.tsx';
import { donorStates, requestStates } from './request-texts.ts';

type Change = ReturnType<typeof useChange>['change'];

/** Coordinators check requests, and record the blood that was given. */
export function StaffRequestsPage() {
  const { user } = useSession();
  const [state, setState] = useState<RequestState | ''>('');
  const { done, failure, isBusy, change } = useChange();
  const query = useQuery({
    queryKey: ['staff', user?.uid, 'requests', state],
    queryFn: ({ signal }) => call(listStaffRequests, { signal, query: state ? { state } : {} }),
    refetchInterval: 5000,
  });
  const isOwner = useStaff().roles.some(({ role }) => role === 'owner');
  if (query.isPending) return <PageSpinner label={t`Requests for blood`} />;
  return (
    <StaffPage
      heading={t`Requests for blood`}
      lead={t`Call the hospital or the family if you are not sure. Donors are asked as soon as you approve.`}
    >
      <p>
        <Link to="/staff/needs" className="bb-row-link">
          <Trans>What is needed</Trans>
        </Link>
      </p>
      <SelectField
        label={t`State`}
        value={state}
        className="max-w-xs"
        onChange={({ target }) => setState(allStates.find((each) => each === target.value) ?? '')}
      >
        <option value="">{t`All that are not over`}</option>
        {allStates.map((each) => (
          <option key={each} value={each}>
            {requestStates[each]}
          </option>
        ))}
      </SelectField>
      <ChangeOutcome failure={failure} done={done} />
      {query.error && <StaffLoadError name={t`The list of requests`} query={query} />}
      {query.data?.length === 0 && (
        <p className="bb-card p-6">
          <Trans>There is no request here. New ones appear by themselves.</Trans>
        </p>
      )}
      <ul className="grid gap-6">
        {query.data?.map((request) => (
          <li key={request._id}>
            <RequestCard request={request} isBusy={isBusy} change={change} />
          </li>
        ))}
      </ul>
      {isOwner && <RequestRulesSection />}
    </StaffPage>
  );
}

type CardProps = { request: StaffRequest; isBusy: boolean; change: Change };

function RequestCard({ request, isBusy, change }: CardProps) {
  const { _id, state, bloodGroup, hospital, initials, relation, phone, note, reports, asked, waves } =
    request;
  const isWaiting = state === 'waiting';
  const isRunning = state === 'open' || state === 'filled';
  const [people, rounds] = [formatNumber(asked), formatNumber(waves)];
  const count = formatNumber(reports);
  return (
    <article aria-label={t`${bloodGroup} for ${hospital}`} className="bb-card grid gap-4 p-6 wrap-anywhere">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-heading">{bloodGroup}</h2>
        <StateMark state={state} />
        {reports > 0 && <span className={pendingMark}>{t`Reports: ${count}`}</span>}
        {request.isClaimed && <span className={pendingMark}>{t`Another coordinator has it open`}</span>}
      </div>
      <RequestFacts request={request} />
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact term={t`Patient`}>{initials}</Fact>
        <Fact term={t`Who asks`}>{relation}</Fact>
        <Fact term={t`Phone`}>
          <a href={`tel:${phone}`}>{phone}</a>
        </Fact>
        {note && <Fact term={t`Note`}>{note}</Fact>}
        {request.reason && <Fact term={t`Your answer to the family`}>{request.reason}</Fact>}
        {waves > 0 && <Fact term={t`Asked so far`}>{t`${people} donors in ${rounds} rounds`}</Fact>}
      </dl>
      {(isWaiting || isRunning) && <Decision request={request} isBusy={isBusy} change={change} />}
      {state !== 'waiting' && state !== 'refused' && (
        <Given request={request} isBusy={isBusy} change={change} />
      )}
      {isRunning && (
        <p>
          <Link to={`/requests/${_id}`} className="bb-row-link">
            <Trans>Public page</Trans>
          </Link>
        </p>
      )}
    </article>
  );
}

/** While a coordinator writes a reason, the others see that the request is open elsewhere. */
function Decision({
  request: { _id: id, state, bloodGroup, hospital, isClaimed },
  isBusy,
  change,
}: CardProps) {
  const [reason, setReason] = useState<string>();
  const isRefusing = reason !== undefined;
  const params = { id };
  useEffect(() => {
    if (!isRefusing) return;
    const claim = () => void call(claimRequest, { params: { id } }).catch(() => undefined);
    claim();
    const timer = setInterval(claim, 30_000);
    return () => {
      clearInterval(timer);
      void call(releaseRequest, { params: { id } }).catch(() => undefined);
    };
  }, [id, isRefusing]);
  const about = `${bloodGroup}, ${hospital}`;
  const decide = (decision: 'approve' | 'refuse', text: string) =>
    void change(async () => {
      await call(decideRequest, { params, body: { decision, ...(reason && { reason }) } });
      setReason(undefined);
      return text;
    });
  if (isRefusing)
    return (
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          decide('refuse', t`Refused: ${about}`);
        }}
      >
        <Field label={t`Why? The family reads it.`}>
          {(aria) => (
            <textarea
              {...aria}
              className="bb-input"
              rows={2}
              maxLength={200}
              required
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" isBusy={isBusy}>
            <Trans>Refuse</Trans>
          </Button>
          <Button variant="outlined" onClick={() => setReason(undefined)}>
            <Trans>Back</Trans>
          </Button>
        </div>
      </form>
    );
  return (
    <div className="flex flex-wrap gap-3">
      {state === 'waiting' && (
        <Button
          isBusy={isBusy}
          disabled={isClaimed}
          aria-label={t`Approve: ${about}`}
          onClick={() => decide('approve', t`Approved: ${about}. Donors are being asked.`)}
        >
          <Trans>Approve</Trans>
        </Button>
      )}
      <Button
        variant="outlined"
        disabled={isClaimed}
        aria-label={t`Refuse: ${about}`}
        onClick={() => setReason('')}
      >
        <Trans>Refuse</Trans>
      </Button>
    </div>
  );
}

function Given({ request: { _id, donors, bags, given, bloodGroup }, isBusy, change }: CardProps) {
  const params = { id: _id };
  const record = (donorId?: string) =>
    void change(async () => {
      await call(recordGivenBags, {
        params,
        body: donorId === undefined ? { bags: 1 } : { donorId, bags: 1 },
      });
      return t`Recorded: one bag of ${bloodGroup}`;
    });
  return (
    <div className="grid gap-3">
      {donors.map(({ _id: donorId, state, name = t`No name known`, phone, at, bloodGroup: group }) => (
        <div key={donorId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="grid">
            <strong>{name}</strong>
            <span className="text-ink-soft">
              {[donorStates[state as keyof typeof donorStates], group, at && formatDateTime(at)]
                .filter(Boolean)
                .join(', ')}
            </span>
            {phone && <a href={`tel:${phone}`}>{phone}</a>}
          </span>
          {(state === 'agreed' || state === 'arrived') && (
            <Button
              size="small"
              isBusy={isBusy}
              aria-label={t`${name} has given blood`}
              onClick={() => record(donorId)}
            >
              <Trans>Has given blood</Trans>
            </Button>
          )}
        </div>
      ))}
      {given < bags && (
        <Button
          size="small"
          variant="outlined"
          className="justify-self-start"
          isBusy={isBusy}
          onClick={() => record()}
        >
          <Trans>Another donor gave a bag</Trans>
        </Button>
      )}
    </div>
  );
}
