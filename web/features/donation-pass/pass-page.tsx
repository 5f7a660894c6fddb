import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useParams } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { useFeatureDisabled } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import QrCode from '#web/components/qr-code.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { brand, pageMeta } from '#web/document/page-meta.ts';
import { formatDay } from '#web/i18n/days.ts';
import { appointmentsQuery } from '../../api/appointment-queries.ts';
import { AppointmentNotFound, StaleDataNotice } from '../appointments/with-appointments.tsx';
import './donation-pass.css';

export const meta = () => pageMeta({ title: t`Donation pass` });

export default function PassPage() {
  return useFeatureDisabled('offline') ? <NotFound /> : <Pass />;
}

/** Uses the list of appointments, which this device stores, so that every pass also opens offline. */
function Pass() {
  const { id } = useParams();
  const { user } = useSession();
  const query = useQuery(appointmentsQuery(user));
  const { data, dataUpdatedAt, isFetching, error, failureReason, refetch } = query;
  const appointment = data?.find(({ _id }) => _id === id);
  return (
    <section className="grid grid-cols-1 gap-6">
      <h1 tabIndex={-1}>
        <Trans>Donation pass</Trans>
      </h1>
      {data && <StaleDataNotice since={dataUpdatedAt} failure={failureReason} />}
      {appointment && <PassWithActions appointment={appointment} />}
      {!appointment && isFetching && !error && <Spinner label={t`Loading the donation pass`} />}
      {!appointment && data && !isFetching && <AppointmentNotFound />}
      {!data && error && (
        <LoadError what={t`The donation pass`} error={error} busy={isFetching} retry={() => void refetch()} />
      )}
    </section>
  );
}

function PassWithActions({ appointment }: { appointment: Appointment }) {
  return (
    <>
      <DonationPass appointment={appointment} />
      <div className="grid max-w-2xl gap-4 print:hidden">
        <p className="bb-lead">
          <Trans>Show this at the donation center, on paper or on your phone. It also works offline.</Trans>
        </p>
        <p className="flex flex-wrap gap-3">
          <Button onClick={() => window.print()}>
            <Trans>Print the pass</Trans>
          </Button>
          <LinkButton to="/dashboard/appointments" look="quiet">
            <Trans>Your appointments</Trans>
          </LinkButton>
        </p>
      </div>
    </>
  );
}

/** The card that a donor shows at the center, sized for A6 paper and for phones. */
function DonationPass({ appointment }: { appointment: Appointment }) {
  const { _id, name, bloodGroup, center, date } = appointment;
  return (
    <article
      className="bb-pass bb-card grid w-full max-w-xl grid-cols-[1fr] gap-x-6 gap-y-4 overflow-hidden pb-6 min-[30rem]:grid-cols-[1fr_auto]"
      aria-labelledby="pass-name"
    >
      <header className="bb-pass-head flex flex-wrap items-center justify-between gap-x-4 bg-red px-6 py-3 font-semibold text-on-red min-[30rem]:col-span-full">
        <p className="font-heading text-large">{brand}</p>
        <p>
          <Trans>Donation pass</Trans>
        </p>
      </header>
      <div className="mx-6 flex items-start justify-between gap-4 min-[30rem]:col-span-full">
        <h2 id="pass-name" className="min-w-0 text-heading wrap-anywhere">
          {name}
        </h2>
        <p className="bb-pass-group shrink-0 rounded-small border-2 border-red-ink px-3 py-0.5 text-[1.5rem] font-bold text-red-ink">
          <span className="sr-only">
            <Trans>Blood Group</Trans>{' '}
          </span>
          {bloodGroup}
        </p>
      </div>
      <dl className="mx-6 grid content-start gap-3 min-[30rem]:me-0">
        <Fact term={t`Donation Center`}>{center}</Fact>
        <Fact term={t`Donation Date`}>{formatDay(date)}</Fact>
        <Fact term={t`Appointment`} look="font-[ui-monospace,monospace] text-[0.875rem] font-normal">
          {_id}
        </Fact>
      </dl>
      <div className="mx-6 min-[30rem]:ms-0 [&_svg]:w-44">
        <QrCode text={_id} label={t`QR code of the appointment ${_id}`} />
      </div>
    </article>
  );
}

type FactProps = { term: string; look?: string; children: string };

const Fact = ({ term, look = 'font-semibold', children }: FactProps) => (
  <div>
    <dt className="text-ink-soft text-small">{term}</dt>
    <dd className={`wrap-anywhere ${look}`}>{children}</dd>
  </div>
);
