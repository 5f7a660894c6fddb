import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useParams } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { siteName } from '#web/before-react/page-data.ts';
import { restoreLostFocus } from '#web/components/focus-on-mount.ts';
import { LoadError } from '#web/components/load-error.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { Spinner } from '#web/components/spinner.tsx';
import {
  AppointmentNotFound,
  StaleDataNotice,
  UnlessOver,
} from '#web/features/appointments/with-appointments.tsx';
import { isToPay } from '#web/queries/appointment-fee.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { AppointmentSummary } from './appointment-summary.tsx';
import type { BankReturn } from './bank-return.ts';
import { PayForAppointment } from './pay-for-appointment.tsx';
import { AppointmentsLink } from './pay-panel.tsx';
import { appointmentQuery } from './payment-queries.ts';
import { Receipt } from './receipt.tsx';
import { isUnsavedPayment, savePayment } from './save-payment.ts';
import { useBankRedirect, usePaymentCompletion } from './use-bank-redirect.ts';

export const meta = () => pageMeta({ title: t`Payment` });

export default function PaymentPage() {
  const { id } = useParams();
  const { user } = useSession();
  const { data } = useQuery({ ...appointmentQuery(user?.uid ?? '', id ?? ''), enabled: false });
  const { data: list } = useQuery({ ...appointmentsQuery(user), enabled: false });
  const appointment = data ?? list?.find(({ _id }) => _id === id);
  const heading = appointment?.transactionId ? t`Your receipt` : t`Payment`;
  return (
    <section className="grid grid-cols-1 gap-6">
      <title>{`${heading} | ${siteName()}`}</title>
      <h1 tabIndex={-1}>{heading}</h1>
      {user && id && <Payment key={id} uid={user.uid} id={id} />}
    </section>
  );
}

function Payment({ uid, id }: { uid: string; id: string }) {
  const bankReturn = useBankRedirect();
  const { user } = useSession();
  const query = useQuery(appointmentQuery(uid, id));
  const { error, failureReason, isFetching } = query;
  // While the server is unreachable, the list that this device stores contains the appointment as well.
  const list = useQuery({ ...appointmentsQuery(user), enabled: false });
  const [hasFailed, setHasFailed] = useState(false);
  if (failureReason && !hasFailed) setHasFailed(true);
  const listed = hasFailed ? list.data?.find(({ _id }) => _id === id) : undefined;
  const data = query.data ?? listed;
  const [hadForm, setHadForm] = useState(false);
  if (data && !data.transactionId && !hadForm) setHadForm(true);
  const heading = hadForm ? restoreLostFocus : undefined;
  if (error instanceof ApiError && error.status === 404)
    return (
      <AppointmentNotFound textRef={heading}>
        {hadForm && <p>{t`If your card was charged, we refund it automatically.`}</p>}
      </AppointmentNotFound>
    );
  if (data)
    return (
      <>
        {listed && !query.data && <StaleDataNotice updatedAt={list.dataUpdatedAt} error={failureReason} />}
        {data.transactionId ? (
          <Paid
            appointment={data}
            transactionId={data.transactionId}
            uid={uid}
            bankReturn={bankReturn}
            hadForm={hadForm}
            isFetching={isFetching}
          />
        ) : (
          <UnlessOver appointment={data} textRef={heading}>
            <Unpaid appointment={data} uid={uid} bankReturn={bankReturn} />
          </UnlessOver>
        )}
      </>
    );
  if (!error) return <Spinner label={t`Loading the appointment`} />;
  return (
    <div className="grid gap-4">
      <LoadError name={t`The appointment`} query={query} />
      <AppointmentsLink />
    </div>
  );
}

type Props = { appointment: Appointment; uid: string; bankReturn: BankReturn | undefined };

function Unpaid({ appointment, uid, bankReturn }: Props) {
  if (!isToPay(appointment))
    return (
      <div className="grid justify-items-start gap-4">
        <p className="bb-lead">{t`There is nothing to pay for this appointment.`}</p>
        <AppointmentsLink />
      </div>
    );
  return (
    <div className="grid grid-cols-1 items-start gap-6 wide:grid-cols-2">
      <PayForAppointment appointment={appointment} uid={uid} bankReturn={bankReturn} />
      <AppointmentSummary appointment={appointment} />
    </div>
  );
}

type PaidProps = Props & {
  transactionId: string;
  /** Whether the receipt replaces a form that may have had the focus. */
  hadForm: boolean;
  isFetching: boolean;
};

/**
 * Shows the receipt. If a payment made here was first saved by the webhook, announces it and saves it as
 * well.
 */
function Paid({ appointment, transactionId, uid, bankReturn, hadForm, isFetching }: PaidProps) {
  const onPaid = usePaymentCompletion(uid, appointment._id);
  const isNew = bankReturn?.transactionId === transactionId || isUnsavedPayment(transactionId);
  const announceIfNew = useEffectEvent(() => {
    if (!isNew) return;
    void savePayment(uid, { appointmentId: appointment._id, transactionId });
    void onPaid({ transactionId, shouldAnnounce: true });
  });
  useEffect(() => announceIfNew(), []);
  return (
    <Receipt
      appointment={appointment}
      transactionId={transactionId}
      isLoadingPayment={hadForm && isFetching && !appointment.payment}
      heading={hadForm || isNew ? restoreLostFocus : undefined}
    />
  );
}
