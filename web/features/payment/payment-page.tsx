import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DetailList } from './detail-list.tsx';
import { PayForAppointment } from './pay-for-appointment.tsx';
import { appointmentQuery } from './payment-queries.ts';
import { Receipt } from './receipt.tsx';
import type { Return } from './return.ts';
import { useFinish } from './use-finish.ts';
import { useReturn } from './use-return.ts';

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
  const returned = useReturn();
  const { data, error, isFetching, refetch } = useQuery(appointmentQuery(uid, id));
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (data?.transactionId)
    return <Paid appointment={data} transactionId={data.transactionId} uid={uid} returned={returned} />;
  if (data) return <Unpaid appointment={data} uid={uid} returned={returned} />;
  if (error) return <Failing reason={error.message} busy={isFetching} again={() => void refetch()} />;
  return <Spinner label="Loading the appointment" />;
}

type Known = { appointment: Appointment; uid: string; returned: Return | undefined };

function Unpaid({ appointment, uid, returned }: Known) {
  const rows = [
    ['Name', appointment.name],
    ['Blood Group', appointment.bloodGroup],
    ['Donation Center', appointment.center],
    ['Donation Date', appointment.date],
    ['Phone', appointment.phone],
  ] as const;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="bb-card grid gap-4 p-6">
        <h2 className="text-(length:--type-heading)">Your appointment</h2>
        <DetailList rows={rows} />
      </div>
      <PayForAppointment appointment={appointment} uid={uid} returned={returned} />
    </div>
  );
}

/** Who comes back from the bank to a payment that is saved already, by the provider's own word, is told as well. */
function Paid({ appointment, transactionId, uid, returned }: Known & { transactionId: string }) {
  const finish = useFinish(uid, appointment._id);
  const tellIfNews = useEffectEvent(() => {
    if (returned?.transactionId === transactionId) void finish({ transactionId, awaited: true });
  });
  useEffect(() => tellIfNews(), []);
  return <Receipt appointment={appointment} transactionId={transactionId} />;
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
