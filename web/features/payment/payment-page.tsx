import { useParams } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PayForAppointment } from './pay-for-appointment.tsx';
import { appointmentQuery } from './payment-queries.ts';

export const meta = () => [{ title: 'Payment | Blood Buddies' }];

export default function PaymentPage() {
  const { id } = useParams();
  const { user } = useSession();
  return (
    <section className="grid grid-cols-1 gap-6">
      <h1 tabIndex={-1}>Payment</h1>
      {user && id && <Payment key={id} uid={user.uid} id={id} />}
    </section>
  );
}

function Payment({ uid, id }: { uid: string; id: string }) {
  const { data, error, isFetching, refetch } = useQuery(appointmentQuery(uid, id));
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (data) return <Known appointment={data} uid={uid} />;
  if (error) return <Failing reason={error.message} busy={isFetching} again={() => void refetch()} />;
  return <Spinner label="Loading the appointment" />;
}

function Known({ appointment, uid }: { appointment: Appointment; uid: string }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Summary appointment={appointment} />
      {appointment.transactionId ? (
        <Paid transactionId={appointment.transactionId} refunded={appointment.refunded ?? false} />
      ) : (
        <PayForAppointment appointment={appointment} uid={uid} />
      )}
    </div>
  );
}

function Summary({ appointment }: { appointment: Appointment }) {
  const rows = [
    ['Name', appointment.name],
    ['Blood Group', appointment.bloodGroup],
    ['Donation Center', appointment.center],
    ['Donation Date', appointment.date],
    ['Phone', appointment.phone],
  ];
  return (
    <div className="bb-card p-6">
      <h2 className="text-(length:--type-heading)">Your appointment</h2>
      <dl className="mt-4 grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        {rows.map(([term, text]) => (
          <div key={term} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
            <dt className="text-(--ink-soft)">{term}</dt>
            <dd className="min-w-0 break-words font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Paid({ transactionId, refunded }: { transactionId: string; refunded: boolean }) {
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      <p className="flex gap-2">
        <span className="badge badge-success font-semibold">Paid</span>
        {refunded && <span className="badge">Refunded</span>}
      </p>
      <p>
        {refunded
          ? 'The service charge was given back to your card.'
          : 'This appointment is paid. Thank you!'}
      </p>
      <p className="break-all text-(--ink-soft)">Transaction id {transactionId}</p>
      <LinkButton to="/dashboard/appointments" look="quiet">
        Your appointments
      </LinkButton>
    </div>
  );
}

function NotFound() {
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      <p className="bb-lead">Appointment not found. It may have been cancelled.</p>
      <LinkButton to="/dashboard/appointments">Your appointments</LinkButton>
    </div>
  );
}

function Failing({ reason, busy, again }: { reason: string; busy: boolean; again: () => void }) {
  return (
    <div role="alert" className="bb-card grid justify-items-start gap-4 p-6">
      <p>The appointment could not be loaded. {reason}</p>
      <Button onClick={again} busy={busy}>
        Try again
      </Button>
    </div>
  );
}
