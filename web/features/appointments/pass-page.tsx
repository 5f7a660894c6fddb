import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useParams } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { useQuery } from '#web/api/queries.ts';
import { useLeftOut } from '#web/api/use-part.ts';
import { useSession } from '#web/session/session.tsx';
import { pageMeta } from '#web/site/page-meta.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AppointmentNotFound } from './appointment-not-found.tsx';
import { appointmentsQuery } from './appointment-queries.ts';
import { DonationPass } from './donation-pass.tsx';
import { KnownSince } from './known-since.tsx';

export const meta = () => pageMeta({ title: t`Donation pass` });

export default function PassPage() {
  return useLeftOut('offline') ? <NotFound /> : <Pass />;
}

/** From the list of all, which this device keeps: so a pass that was never opened is there without a line, too. */
function Pass() {
  const { id } = useParams();
  const { user } = useSession();
  const asked = useQuery(appointmentsQuery(user));
  const { data, dataUpdatedAt, isFetching, error, failureReason, refetch } = asked;
  const appointment = data?.find(({ _id }) => _id === id);
  return (
    <section className="grid grid-cols-1 gap-6">
      <h1 tabIndex={-1}>
        <Trans>Donation pass</Trans>
      </h1>
      {data && <KnownSince since={dataUpdatedAt} failure={failureReason} />}
      {appointment && <Shown appointment={appointment} />}
      {!appointment && isFetching && !error && <Spinner label={t`Loading the donation pass`} />}
      {!appointment && data && !isFetching && <AppointmentNotFound />}
      {!data && error && (
        <LoadFailure
          what={t`The donation pass`}
          error={error}
          busy={isFetching}
          retry={() => void refetch()}
        />
      )}
    </section>
  );
}

function Shown({ appointment }: { appointment: Appointment }) {
  return (
    <>
      <DonationPass appointment={appointment} />
      <div className="grid max-w-2xl gap-4 print:hidden">
        <p className="bb-lead">
          <Trans>
            Show this at the donation centre, on paper or on your phone. It opens without a connection, too.
          </Trans>
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
