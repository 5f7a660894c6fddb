import '#web/components/choices.css';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { answerByLink, findAskedRequest, type RequestDetails } from '#contract/blood-requests.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { LinkLoadError, LinkOutcome } from '#web/components/link-outcome.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { useLinkQuery } from '#web/queries/link-query.ts';
import { requestErrorText } from './error-texts.ts';
import { RequestFacts } from './request-facts.tsx';
import { neverMoney } from './request-texts.ts';

/** Opening the page changes nothing, because email scanners also open links. */
export default function EmailedQuestion() {
  const isDisabled = !hasFeature('requests');
  const query = useLinkQuery('request-answer', (input) => call(findAskedRequest, input), { isDisabled });
  const { token, data, error, refetch } = query;
  if (isDisabled) return <NotFound />;
  if (data)
    return <Question key={token} request={data} token={token} reload={async () => void (await refetch())} />;
  if (query.isInvalid)
    return (
      <LinkOutcome title={t`This link does not work`} action={<AllRequests />}>
        <Trans>The link is incomplete. Open it from the message again.</Trans>
      </LinkOutcome>
    );
  if (error instanceof ApiError && error.code === 'request-over') return <Over />;
  if (!query.error) return <PageSpinner label={t`Loading the request`} />;
  return <LinkLoadError query={query} />;
}

const AllRequests = () => (
  <LinkButton to="/requests" variant="outlined">
    <Trans>All requests</Trans>
  </LinkButton>
);

const Over = () => (
  <LinkOutcome title={t`This request is over`} action={<AllRequests />}>
    <Trans>Blood is no longer needed for it. Thank you for looking.</Trans>
  </LinkOutcome>
);

type Props = { request: RequestDetails; token: string; reload: () => Promise<void> };

function Question({ request, token, reload }: Props) {
  const { answer } = request;
  if (answer?.state === 'agreed' || answer?.state === 'arrived' || answer?.state === 'reserve')
    return <Coming request={request} token={token} reload={reload} answer={answer} />;
  if (answer?.state === 'declined')
    return (
      <LinkOutcome title={t`Thank you for telling us`} action={<AllRequests />}>
        <Trans>We ask another donor. You can open this link again if you can come after all.</Trans>{' '}
        <Answer request={request} token={token} reload={reload} onlyYes />
      </LinkOutcome>
    );
  if (answer?.state === 'given' || answer?.state === 'not-needed') return <Over />;
  const { bloodGroup } = request;
  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {t`${bloodGroup} blood is needed. Can you come?`}
      </h1>
      <div className="my-6">
        <RequestFacts request={request} />
      </div>
      <Answer request={request} token={token} reload={reload} />
      <p className="mt-6 text-ink-soft">{neverMoney()}</p>
    </>
  );
}

const HOUR_MS = 3_600_000;
const MAX_CHOICES = 8;

/** Returns the next full hours before the blood is needed. */
function listHours(neededBy: string): string[] {
  const first = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const count = Math.floor((Date.parse(neededBy) - first) / HOUR_MS) + 1;
  return Array.from({ length: Math.max(0, Math.min(MAX_CHOICES, count)) }, (_, n) =>
    new Date(first + n * HOUR_MS).toISOString(),
  );
}

function Answer({ request, token, reload, onlyYes = false }: Props & { onlyYes?: boolean }) {
  const [at, setAt] = useState('');
  const { failure, isBusy, attempt } = useFormAction(requestErrorText);
  const say = (answer: 'yes' | 'no' | 'pause') =>
    void attempt(async () => {
      await call(answerByLink, { body: { token, answer, ...(answer === 'yes' && at && { at }) } });
      await reload();
    });
  return (
    <div className="mt-4 grid gap-4">
      <SelectField
        label={t`When can you be there?`}
        value={at}
        onChange={({ target }) => setAt(target.value)}
      >
        <option value="">{t`In time`}</option>
        {listHours(request.neededBy).map((hour) => (
          <option key={hour} value={hour}>
            {formatDateTime(hour)}
          </option>
        ))}
      </SelectField>
      <FormError text={failure} />
      <Button size="large" isBusy={isBusy} onClick={() => say('yes')}>
        <Trans>I can come</Trans>
      </Button>
      {!onlyYes && (
        <>
          <Button variant="outlined" isBusy={isBusy} onClick={() => say('no')}>
            <Trans>Not this time</Trans>
          </Button>
          <Button variant="text" isBusy={isBusy} onClick={() => say('pause')}>
            <Trans>Don't ask me for 30 days</Trans>
          </Button>
        </>
      )}
    </div>
  );
}

function Coming({
  request,
  token,
  reload,
  answer,
}: Props & { answer: NonNullable<RequestDetails['answer']> }) {
  const { failure, isBusy, attempt } = useFormAction(requestErrorText);
  const { hospital } = request;
  const withdraw = () =>
    void attempt(async () => {
      await call(answerByLink, { body: { token, answer: 'no' } });
      await reload();
    });
  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1} className="wrap-anywhere">
        {answer.state === 'reserve' ? t`You are in reserve` : t`Thank you. See you at ${hospital}`}
      </h1>
      <p className="mt-4">
        {answer.state === 'reserve'
          ? t`Enough donors have agreed. We notify you immediately if one of them can't come.`
          : t`Say this code to the family, so that you recognize each other:`}
      </p>
      {answer.code && answer.state !== 'reserve' && (
        <p className="mt-2 font-semibold text-display">{toLocalDigits(answer.code)}</p>
      )}
      <div className="my-6">
        <RequestFacts request={request} />
      </div>
      <FormError text={failure} />
      <p className="flex flex-wrap gap-3">
        <LinkButton to={`/requests/${request._id}`}>
          <Trans>Open the request</Trans>
        </LinkButton>
        <Button variant="outlined" isBusy={isBusy} onClick={withdraw}>
          <Trans>I can't come</Trans>
        </Button>
      </p>
      <p className="mt-6 text-ink-soft">{neverMoney()}</p>
    </>
  );
}
