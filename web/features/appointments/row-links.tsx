import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { PassLink } from '../donation-pass/pass-link.tsx';

const CalendarDialog = lazyComponent(() => import('./add-to-calendar.tsx'));
const ChangeDateDialog = lazyComponent(() => import('./change-date-dialog.tsx'));

type Props = { appointment: Appointment; describedBy: string };

/** The secondary actions of an appointment. */
export function RowLinks({ appointment, describedBy }: Props) {
  const isUnpaid = appointment.transactionId === undefined;
  const [open, setOpen] = useState<'date' | 'calendar'>();
  const close = () => setOpen(undefined);

  return (
    <div className="bb-row-links flex basis-full flex-wrap gap-x-2 empty:hidden">
      {isUnpaid && (
        <DialogButton text={t`Change date`} open={() => setOpen('date')} describedBy={describedBy} />
      )}
      <DialogButton
        text={t`Calendar`}
        label={t`Add to calendar`}
        open={() => setOpen('calendar')}
        describedBy={describedBy}
      />
      <PassLink id={appointment._id} describedBy={describedBy} />
      <Suspense>
        {open === 'date' && <ChangeDateDialog appointment={appointment} onClose={close} />}
        {open === 'calendar' && <CalendarDialog appointment={appointment} onClose={close} />}
      </Suspense>
    </div>
  );
}

type DialogButtonProps = {
  text: string;
  /** The accessible name, where the visible text is too short. */
  label?: string;
  open: () => void;
  describedBy: string;
};

const DialogButton = ({ text, label, open, describedBy }: DialogButtonProps) => (
  <button
    type="button"
    className="bb-row-link"
    aria-label={label}
    aria-haspopup="dialog"
    aria-describedby={describedBy}
    onClick={open}
  >
    {text}
  </button>
);
