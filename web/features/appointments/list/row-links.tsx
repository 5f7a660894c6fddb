import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { canChange, isOver, isPastDay } from './split-by-day.ts';

const CalendarDialog = lazyDialog(() => import('../add-to-calendar.tsx'));
const ChangeDateDialog = lazyDialog(() => import('./change-date-dialog.tsx'));

type Props = {
  appointment: Appointment;
  /** The id of the element that distinguishes these links from those of other appointments. */
  describedBy: string;
  /** Further links, placed last. */
  children: ReactNode;
};

/** Shows the secondary actions of an appointment. */
export function RowLinks({ appointment, describedBy, children }: Props) {
  const isUnpaid = appointment.transactionId === undefined;
  const [open, setOpen] = useState<'date' | 'calendar'>();
  const close = () => setOpen(undefined);

  return (
    <div className="flex basis-full flex-wrap gap-x-4">
      {isUnpaid && canChange(appointment) && (
        <DialogButton text={t`Change date`} open={() => setOpen('date')} describedBy={describedBy} />
      )}
      {!isOver(appointment) && !isPastDay(appointment) && !appointment.isClosed && (
        <DialogButton text={t`Add to calendar`} open={() => setOpen('calendar')} describedBy={describedBy} />
      )}
      {children}
      <Suspense>
        {open === 'date' && <ChangeDateDialog appointment={appointment} onClose={close} />}
        {open === 'calendar' && <CalendarDialog appointment={appointment} onClose={close} />}
      </Suspense>
    </div>
  );
}

type DialogButtonProps = { text: string; open: () => void; describedBy: string };

const DialogButton = ({ text, open, describedBy }: DialogButtonProps) => (
  <button
    type="button"
    className="bb-row-link"
    aria-haspopup="dialog"
    aria-describedby={describedBy}
    onClick={open}
  >
    {text}
  </button>
);

type CancelProps = { describedBy: string; isBusy: boolean; onCancel: () => void };

export const CancelLink = ({ describedBy, isBusy, onCancel }: CancelProps) => (
  <button
    type="button"
    className="bb-row-link"
    onClick={isBusy ? undefined : onCancel}
    aria-disabled={isBusy || undefined}
    aria-busy={isBusy || undefined}
    aria-describedby={describedBy}
  >
    <Trans>Cancel</Trans>
  </button>
);
