import '#web/components/choices.css';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type AgreedDonor,
  changeBloodRequest,
  closeBloodRequest,
  MAX_BAGS,
  type RequestDetails,
  reportProgress,
  shareNumber,
  withdrawNumber,
} from '#contract/blood-requests.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { Fact } from '#web/components/fact.tsx';
import { FormError } from '#web/components/form-error.tsx';
import { Section } from '#web/components/section.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { donorStates, isOver } from './request-texts.ts';
import { useRequestAction } from './use-request-action.ts';

type Own = NonNullable<RequestDetails['own']>;
type Run = ReturnType<typeof useRequestAction>['run'];

const stateTexts: Record<RequestDetails['state'], string> = {
  waiting: t`A coordinator checks your request and may call you. Until then only you see this page.`,
  open: t`Donors are being asked. You get an email when one agrees, and this page shows it immediately.`,
  filled: t`Enough donors have agreed. Please say below who has arrived and who has given.`,
  given: t`All blood was given. We wish the patient well.`,
  expired: t`The time of your request is over. If donors agreed, please say which of them have given.`,
  closed: t`You closed this request. You can send a new one at any time.`,
  refused: t`This request is not published. You can send a new one at any time.`,
};

/** What the family sees of its request: the donors, and what it can do. */
export function OwnRequest({ request, own }: { request: RequestDetails; own: Own }) {
  const { failure, isBusy, run } = useRequestAction();
  const params = { id: request._id };
  async function close(): Promise<void> {
    const isConfirmed = await confirmDialog({
      title: t`Close the request?`,
      text: t`Nobody else is asked. Donors who agreed are thanked and told that they need not come.`,
      yes: t`Close the request`,
      no: t`Cancel`,
    });
    if (isConfirmed) await call(closeBloodRequest, { params });
  }
  const least = Math.max(1, request.agreed + request.given);
  return (
    <>
      {own.donors.length > 0 && (
        <Section title={t`Donors`}>
          <ul className="grid gap-5">
            {own.donors.map((donor, n) => (
              <li key={donor._id}>
                <Donor donor={donor} number={n + 1} params={params} isBusy={isBusy} run={run} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t`Your request`}>
        <p className="font-semibold">{stateTexts[request.state]}</p>
        {own.reason && <p>{t`A coordinator wrote: ${own.reason}`}</p>}
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fact term={t`Initials of the patient`}>{own.initials}</Fact>
          <Fact term={t`Your phone number`}>{own.phone}</Fact>
          {own.note && <Fact term={t`Note`}>{own.note}</Fact>}
        </dl>
        <FormError text={failure} />
        {!isOver(request) && (
          <>
            <SelectField
              label={t`Bags`}
              value={request.bags}
              onChange={({ target }) =>
                run(() => call(changeBloodRequest, { params, body: { bags: Number(target.value) } }))
              }
            >
              {Array.from({ length: MAX_BAGS }, (_, n) => n + 1)
                .filter((count) => count >= least)
                .map((count) => (
                  <option key={count} value={count}>
                    {formatNumber(count)}
                  </option>
                ))}
            </SelectField>
            <Button variant="outlined" isBusy={isBusy} onClick={() => run(close)}>
              <Trans>Close the request</Trans>
            </Button>
          </>
        )}
      </Section>
    </>
  );
}

type DonorProps = { donor: AgreedDonor; number: number; params: { id: string }; isBusy: boolean; run: Run };

function Donor({ donor, number, params, isBusy, run }: DonorProps) {
  const { _id, state, at, code, saidGiven, sharesNumber, phone } = donor;
  const count = formatNumber(number);
  const isComing = state === 'agreed' || state === 'arrived';
  const tell = (step: 'arrived' | 'given') =>
    run(() => call(reportProgress, { params, body: { donorId: _id, step } }));
  return (
    <div className="grid gap-3">
      <h3 className="text-large">{t`Donor ${count}`}</h3>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact term={t`State`}>{donorStates[state]}</Fact>
        <Fact term={t`Code`}>{toLocalDigits(code)}</Fact>
        {at && <Fact term={t`Wants to come`}>{formatDateTime(at)}</Fact>}
        {phone && (
          <Fact term={t`Phone`}>
            <a href={`tel:${phone}`}>{phone}</a>
          </Fact>
        )}
      </dl>
      {saidGiven.includes('family') && state !== 'given' && (
        <p role="status">
          <Trans>You reported this donation. It counts once the donor confirms it.</Trans>
        </p>
      )}
      {isComing && (
        <p className="flex flex-wrap gap-3">
          {state === 'agreed' && (
            <Button
              size="small"
              isBusy={isBusy}
              aria-label={t`Donor ${count} has arrived`}
              onClick={() => tell('arrived')}
            >
              <Trans>Has arrived</Trans>
            </Button>
          )}
          {!saidGiven.includes('family') && (
            <Button
              size="small"
              variant={state === 'arrived' ? 'primary' : 'outlined'}
              isBusy={isBusy}
              aria-label={t`Donor ${count} has given blood`}
              onClick={() => tell('given')}
            >
              <Trans>Has given blood</Trans>
            </Button>
          )}
          <Button
            size="small"
            variant="outlined"
            isBusy={isBusy}
            onClick={() =>
              run(() => call(sharesNumber ? withdrawNumber : shareNumber, { params, body: { with: _id } }))
            }
          >
            {sharesNumber ? t`Hide my number` : t`Share my number`}
          </Button>
        </p>
      )}
    </div>
  );
}
