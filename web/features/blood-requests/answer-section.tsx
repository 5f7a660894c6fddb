import '#web/components/choices.css';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { setAvailability } from '#contract/availability.ts';
import {
  answerBloodRequest,
  FAMILY,
  type RequestDetails,
  reportProgress,
  shareNumber,
  withdrawNumber,
} from '#contract/blood-requests.ts';
import { type BloodGroup, bloodGroups } from '#contract/values.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { returnState } from '#web/auth/return-location.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Fact } from '#web/components/fact.tsx';
import { FormError } from '#web/components/form-error.tsx';
import { Section } from '#web/components/section.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { ConfirmEmailButton } from '../account/confirm-email-notice.tsx';
import { availabilityQuery } from './availability-query.ts';
import { donorStates, isOver } from './request-texts.ts';
import { useRequestAction } from './use-request-action.ts';

/** What a visitor or donor can do: sign in, say that they can come, and tell how it goes. */
export function AnswerSection({ request }: { request: RequestDetails }) {
  const { user } = useSession();
  const location = useLocation();
  const { answer } = request;
  if (answer && ['agreed', 'reserve', 'arrived', 'given', 'not-needed'].includes(answer.state))
    return <OwnAnswer request={request} answer={answer} />;
  if (isOver(request)) return null;
  return (
    <Section title={t`Can you come?`}>
      {!user && (
        <>
          <p>
            <Trans>Sign in or register first. Then you come back here.</Trans>
          </p>
          <p className="flex flex-wrap gap-3">
            <LinkButton to="/register" state={returnState(location, t`Register to say that you can come.`)}>
              <Trans>I can come</Trans>
            </LinkButton>
            <LinkButton
              to="/login"
              state={returnState(location, t`Sign in to say that you can come.`)}
              variant="outlined"
            >
              <Trans>Login</Trans>
            </LinkButton>
          </p>
        </>
      )}
      {user?.emailVerified === false && (
        <>
          <p className="wrap-anywhere">{t`Confirm ${user.email} first. Then you can say that you can come.`}</p>
          <ConfirmEmailButton />
        </>
      )}
      {user && user.emailVerified !== false && <AnswerForm request={request} userId={user.uid} />}
    </Section>
  );
}

function AnswerForm({ request, userId }: { request: RequestDetails; userId: string }) {
  const { data: availability } = useQuery(availabilityQuery(userId));
  const [group, setGroup] = useState('');
  const cache = useQueryClient();
  const { failure, isBusy, run } = useRequestAction();
  const params = { id: request._id };
  async function say(answer: 'yes' | 'no'): Promise<void> {
    if (availability && !availability.bloodGroup && group) {
      const { pausedUntil, ...known } = availability;
      await call(setAvailability, { body: { ...known, pausedUntil, bloodGroup: group as BloodGroup } });
      await cache.invalidateQueries({ queryKey: ['availability'] });
    }
    await call(answerBloodRequest, { params, body: { answer } });
  }
  return (
    <>
      {availability && !availability.bloodGroup && (
        <SelectField
          label={t`Your blood group`}
          value={group}
          onChange={({ target }) => setGroup(target.value)}
        >
          <option value="" disabled>{t`Choose`}</option>
          {bloodGroups.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      )}
      {request.state === 'filled' && (
        <p>
          <Trans>Enough donors have agreed. You can be in reserve in case one of them cannot come.</Trans>
        </p>
      )}
      <FormError text={failure} />
      <p className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} onClick={() => run(() => say('yes'))}>
          {request.state === 'filled' ? t`Put me in reserve` : t`I can come`}
        </Button>
        {request.answer?.state === 'asked' && (
          <Button variant="outlined" isBusy={isBusy} onClick={() => run(() => say('no'))}>
            <Trans>Not this time</Trans>
          </Button>
        )}
      </p>
    </>
  );
}

type OwnAnswerProps = { request: RequestDetails; answer: NonNullable<RequestDetails['answer']> };

const nextSteps: Partial<Record<NonNullable<RequestDetails['answer']>['state'], string>> = {
  agreed: t`Please come to the hospital in time, and say this code to the family.`,
  reserve: t`Please stay ready. We notify you immediately if you are needed.`,
  arrived: t`Thank you for coming.`,
  given: t`Thank you. It is in your donation history.`,
  'not-needed': t`It is no longer needed, so you need not come. Thank you.`,
};

function OwnAnswer({ request, answer: { state, at, code, saidGiven, sharesNumber, phone } }: OwnAnswerProps) {
  const { failure, isBusy, run } = useRequestAction();
  const params = { id: request._id };
  const isComing = state === 'agreed' || state === 'arrived';
  return (
    <Section title={t`Your answer`}>
      <p className="font-semibold">{nextSteps[state]}</p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact term={t`State`}>{donorStates[state]}</Fact>
        {code && state !== 'given' && (
          <Fact term={t`Code`} valueClassName="font-semibold text-heading">
            {toLocalDigits(code)}
          </Fact>
        )}
        {at && <Fact term={t`You come`}>{formatDateTime(at)}</Fact>}
        {phone && (
          <Fact term={t`Number of the family`}>
            <a href={`tel:${phone}`}>{phone}</a>
          </Fact>
        )}
      </dl>
      {saidGiven.includes('donor') && state !== 'given' && (
        <p role="status">
          <Trans>You reported your donation. It counts once the family confirms it.</Trans>
        </p>
      )}
      <FormError text={failure} />
      {!isOver(request) && state !== 'given' && state !== 'not-needed' && (
        <p className="flex flex-wrap gap-3">
          {state === 'agreed' && (
            <Button
              isBusy={isBusy}
              onClick={() => run(() => call(reportProgress, { params, body: { step: 'arrived' } }))}
            >
              <Trans>I am there</Trans>
            </Button>
          )}
          {isComing && !saidGiven.includes('donor') && (
            <Button
              variant={state === 'arrived' ? 'primary' : 'outlined'}
              isBusy={isBusy}
              onClick={() => run(() => call(reportProgress, { params, body: { step: 'given' } }))}
            >
              <Trans>I have given blood</Trans>
            </Button>
          )}
          <Button
            variant="outlined"
            isBusy={isBusy}
            onClick={() =>
              run(() => call(sharesNumber ? withdrawNumber : shareNumber, { params, body: { with: FAMILY } }))
            }
          >
            {sharesNumber ? t`Hide my number` : t`Share my number with the family`}
          </Button>
          <Button
            variant="danger"
            isBusy={isBusy}
            onClick={() => run(() => call(answerBloodRequest, { params, body: { answer: 'no' } }))}
          >
            <Trans>I can't come</Trans>
          </Button>
        </p>
      )}
    </Section>
  );
}
