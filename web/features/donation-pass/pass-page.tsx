import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useParams } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { hasFeature } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { siteToday } from '#web/api/site-today.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { siteName } from '#web/before-react/page-data.ts';
import { LinkButton } from '#web/components/button.tsx';
import { DayLeaf } from '#web/components/day-leaf.tsx';
import { Fact } from '#web/components/fact.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { PrintButton } from '#web/components/print.tsx';
import QrCode from '#web/components/qr-code.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { formatDayAndTime } from '#web/i18n/days.ts';
import { isToPay } from '#web/queries/appointment-fee.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { PaymentBadge, payText } from '../appointments/payment-badge.tsx';
import { PastUnpaidNotice } from '../appointments/unpaid-past.tsx';
import { AppointmentNotFound, StaleDataNotice, UnlessOver } from '../appointments/with-appointments.tsx';
import './donation-pass.css';
import { VisitFacts } from '../centers/visit-facts.tsx';

export const meta = () => pageMeta({ title: t`Donation pass` });

export default function PassPage() {
  return !hasFeature('offline') ? <NotFound /> : <Pass />;
}

/** Uses the list of appointments, which this device stores, so that every pass also opens offline. */
function Pass() {
  const { id } = useParams();
  const { user } = useSession();
  const query = useQuery(appointmentsQuery(user));
  const { data, dataUpdatedAt, isFetching, error, failureReason } = query;
  const appointment = data?.find(({ _id }) => _id === id);
  return (
    <section className="grid grid-cols-1 gap-6">
      <h1 tabIndex={-1}>
        <Trans>Donation pass</Trans>
      </h1>
      {data && <StaleDataNotice updatedAt={dataUpdatedAt} error={failureReason} />}
      {appointment && (
        <UnlessOver appointment={appointment}>
          <PassWithActions appointment={appointment} />
        </UnlessOver>
      )}
      {!appointment && isFetching && !error && <Spinner label={t`Loading the donation pass`} />}
      {!appointment && data && !isFetching && <AppointmentNotFound />}
      {!data && error && <LoadError name={t`The donation pass`} query={query} />}
    </section>
  );
}

function PassWithActions({ appointment }: { appointment: Appointment }) {
  const { transactionId, centerNotes, visit } = appointment;
  const isUnpaid = transactionId === undefined;
  const isPastUnpaid = isUnpaid && appointment.date < siteToday();
  return (
    <>
      <DonationPass appointment={appointment} />
      <div className="grid max-w-xl gap-4 print:hidden">
        {isPastUnpaid ? (
          <PastUnpaidNotice appointment={appointment} className="bb-lead" />
        ) : (
          <p className="bb-lead">
            <Trans>Show this at the donation center, on paper or on your phone. It also works offline.</Trans>
          </p>
        )}
        {centerNotes && <p className="whitespace-pre-line wrap-anywhere">{centerNotes}</p>}
        <VisitFacts visit={visit} />
        <div className="grid gap-3 min-[30rem]:grid-cols-2">
          {isToPay(appointment) && !isPastUnpaid && (
            <LinkButton
              to={`/dashboard/payment/${appointment._id}`}
              size="large"
              className="min-[30rem]:col-span-full"
            >
              {payText(appointment)}
            </LinkButton>
          )}
          <PrintButton />
          <LinkButton to="/dashboard/appointments" variant="outlined">
            <Trans>Your appointments</Trans>
          </LinkButton>
        </div>
      </div>
    </>
  );
}

/** Renders the card that a donor shows at the center, sized for A6 paper and for phones. */
function DonationPass({ appointment }: { appointment: Appointment }) {
  const { _id, name, bloodGroup, center, centerAddress, date, pass } = appointment;
  return (
    <article
      className="bb-pass bb-card grid w-full max-w-xl grid-cols-1 gap-x-6 gap-y-4 overflow-hidden pb-6 min-[30rem]:grid-cols-[minmax(0,1fr)_auto]"
      aria-labelledby="pass-name"
    >
      <header className="bb-pass-head flex flex-wrap items-center justify-between gap-x-4 bg-red px-6 py-3 font-semibold text-on-red min-[30rem]:col-span-full">
        <p className="font-heading text-large">{siteName()}</p>
        <p>
          <Trans>Donation pass</Trans>
        </p>
      </header>
      <div className="mx-6 flex items-start justify-between gap-4 min-[30rem]:col-span-full">
        <div className="min-w-0">
          <h2 id="pass-name" className="text-heading wrap-anywhere">
            {name}
          </h2>
          <p className="mt-1">
            <PaymentBadge {...appointment} />
          </p>
        </div>
        <p className="shrink-0 rounded-small border-2 border-red-ink px-3 py-0.5 text-[1.5rem] font-bold text-red-ink">
          <span className="sr-only">
            <Trans>Blood Group</Trans>{' '}
          </span>
          {bloodGroup}
        </p>
      </div>
      <div className="mx-6 flex gap-4 min-[30rem]:me-0">
        <div className="print:hidden">
          <DayLeaf day={date} />
        </div>
        <dl className="grid min-w-0 content-start gap-2">
          <Fact term={t`Donation Date`}>{formatDayAndTime(appointment)}</Fact>
          <Fact term={t`Donation Center`}>{center}</Fact>
          {centerAddress && <Fact term={t`Address`}>{centerAddress}</Fact>}
        </dl>
      </div>
      <div className="bb-pass-code mx-6 grid justify-items-center gap-3 border-line border-t-2 border-dashed pt-4 text-center min-[30rem]:ms-0 min-[30rem]:w-44 min-[30rem]:border-0 min-[30rem]:pt-0 [&_svg]:w-52 max-[29.99rem]:[&_svg]:w-72">
        <QrCode value={pass ?? _id} label={t`QR code of the appointment ${_id}`} />
        <dl>
          <Fact term={t`Appointment`} valueClassName="font-[ui-monospace,monospace] text-[0.8125rem]">
            {_id.slice(0, -4)}
            {/* The center may enter only these. */}
            <strong className="text-base">{_id.slice(-4)}</strong>
          </Fact>
        </dl>
      </div>
    </article>
  );
}
