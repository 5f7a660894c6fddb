import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { isToPay } from '#web/queries/appointment-fee.ts';
import { partialRefundText } from '../payment-badge.tsx';
import { RecordedStatus } from '../recorded-status.tsx';
import { canChange, isOver } from './split-by-day.ts';
import { useCancel } from './use-cancel.ts';

type Props = {
  appointment: Appointment;
  /** The id of the cell that distinguishes this row's controls from those of other rows. */
  describedBy: string;
  /** Moves the focus out of a row that is removed. */
  onRemoved: () => void;
};

/** Renders the pay and cancel controls of an unpaid appointment, or the badge and receipt of a paid one. */
export function AppointmentAction({ appointment, describedBy, onRemoved }: Props) {
  const { transactionId } = appointment;
  if (transactionId)
    return <PaidActions appointment={appointment} transactionId={transactionId} describedBy={describedBy} />;
  return <UnpaidActions appointment={appointment} describedBy={describedBy} onRemoved={onRemoved} />;
}

function UnpaidActions({ appointment, describedBy, onRemoved }: Props) {
  const { container, isBusy, cancel } = useCancel(appointment, onRemoved);
  if (isOver(appointment)) return <RecordedStatus {...appointment} />;
  return (
    <div ref={container} className="flex gap-1">
      {!appointment.isClosed && isToPay(appointment) && (
        <LinkButton
          to={`/dashboard/payment/${appointment._id}`}
          size="small"
          className="whitespace-nowrap px-2 text-sm"
          aria-describedby={describedBy}
        >
          <Trans>Payment</Trans>
        </LinkButton>
      )}
      {canChange(appointment) && (
        <Button
          variant="danger"
          size="small"
          className="whitespace-nowrap px-2 text-sm"
          isBusy={isBusy}
          onClick={cancel}
          aria-describedby={describedBy}
        >
          <Trans>Cancel</Trans>
        </Button>
      )}
    </div>
  );
}

type PaidProps = { appointment: Appointment; transactionId: string; describedBy: string };

function PaidActions({ appointment, transactionId, describedBy }: PaidProps) {
  const { _id, refunded } = appointment;
  const partialRefund = partialRefundText(appointment);
  const tooltip = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span
        role="note"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach the tooltip
        tabIndex={0}
        title={transactionId}
        aria-describedby={tooltip}
        className={`peer ${successBadge}`}
      >
        <Trans>Paid</Trans>
      </span>
      {(refunded || partialRefund) && (
        <span className={pendingBadge}>{refunded ? t`Refunded` : partialRefund}</span>
      )}
      {appointment.status === 'cancelled' && <RecordedStatus {...appointment} />}
      <Link to={`/dashboard/payment/${_id}`} className="bb-row-link" aria-describedby={describedBy}>
        <Trans>Receipt</Trans>
      </Link>
      <span
        id={tooltip}
        role="tooltip"
        className="hidden basis-full break-all text-sm peer-focus-visible:block"
      >
        {t`Transaction id ${transactionId}`}
      </span>
    </div>
  );
}
