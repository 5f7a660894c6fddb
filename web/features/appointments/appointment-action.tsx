import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Appointment, cancelAppointment as cancelEndpoint } from '#contract/appointments.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { alertDialog, confirmDialog } from '#web/components/dialogs.ts';
import { toast } from '#web/components/toast.ts';
import { cancelAppointment } from './cancel-appointment.ts';
import { RowLinks } from './row-links.tsx';

type Props = {
  appointment: Appointment;
  /** The id of the cell that distinguishes this row's controls from those of other rows. */
  describedBy: string;
  /** Moves the focus out of a row that is removed. */
  onRowRemoved: () => void;
};

/** Renders the pay and cancel controls of an unpaid appointment, or the badge and receipt of a paid one. */
export function AppointmentAction({ appointment, describedBy, onRowRemoved }: Props) {
  const { transactionId } = appointment;
  if (transactionId)
    return <PaidActions appointment={appointment} transactionId={transactionId} describedBy={describedBy} />;
  return <UnpaidActions appointment={appointment} describedBy={describedBy} onRowRemoved={onRowRemoved} />;
}

type UnpaidProps = { appointment: Appointment; describedBy: string; onRowRemoved: () => void };

function UnpaidActions({ appointment, describedBy, onRowRemoved }: UnpaidProps) {
  const id = appointment._id;
  const actions = useRef<HTMLDivElement>(null);
  // The list may reload, and remove the focused row, after the dialog has closed.
  useLayoutEffect(() => {
    const element = actions.current;
    return () => {
      if (element?.contains(document.activeElement)) onRowRemoved();
    };
  }, [onRowRemoved]);

  return (
    <div ref={actions} className="grid gap-1">
      <div className="flex gap-1.5">
        <LinkButton
          to={`/dashboard/payment/${id}`}
          size="small"
          className="whitespace-nowrap px-2.5 text-sm"
          aria-describedby={describedBy}
        >
          <Trans>Payment</Trans>
        </LinkButton>
        <CancelButton id={id} describedBy={describedBy} onRowRemoved={onRowRemoved} />
      </div>
      <RowLinks appointment={appointment} describedBy={describedBy} />
    </div>
  );
}

type CancelProps = { id: string; describedBy: string; onRowRemoved: () => void };

function CancelButton({ id, describedBy, onRowRemoved }: CancelProps) {
  const [isBusy, setIsBusy] = useState(false);
  const cache = useQueryClient();

  async function cancel() {
    await cancelAppointment({
      confirm: confirmDialog,
      alert: alertDialog,
      send: () => call(cancelEndpoint, { params: { id } }),
      reload: () => cache.invalidateQueries({ queryKey: ['appointments'] }),
      setIsBusy,
      showError: toast.error,
    });
    if (document.activeElement === document.body) onRowRemoved();
  }

  return (
    <Button
      variant="danger"
      size="small"
      className="whitespace-nowrap px-2.5 text-sm"
      isBusy={isBusy}
      onClick={() => void cancel()}
      aria-describedby={describedBy}
    >
      <Trans>Cancel</Trans>
    </Button>
  );
}

type PaidProps = { appointment: Appointment; transactionId: string; describedBy: string };

function PaidActions({ appointment, transactionId, describedBy }: PaidProps) {
  const { _id, refunded } = appointment;
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
      {refunded && (
        <span className={pendingBadge}>
          <Trans>Refunded</Trans>
        </span>
      )}
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
      <RowLinks appointment={appointment} describedBy={describedBy} />
    </div>
  );
}
