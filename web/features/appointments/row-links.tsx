import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { PassLink } from '../donation-pass/pass-link.tsx';

const CalendarWindow = lazyComponent(() => import('./add-to-calendar.tsx'));
const DateWindow = lazyComponent(() => import('./change-date-dialog.tsx'));

type Props = { appointment: Appointment; describedBy: string };

/** What else can be done with an appointment, below what matters most. */
export function RowLinks({ appointment, describedBy }: Props) {
  const unpaid = appointment.transactionId === undefined;
  const [open, setOpen] = useState<'date' | 'calendar'>();
  const close = () => setOpen(undefined);

  return (
    <div className="bb-row-links flex basis-full flex-wrap gap-x-2 empty:hidden">
      {unpaid && <Opener text={t`Change date`} open={() => setOpen('date')} describedBy={describedBy} />}
      <Opener
        text={t`Calendar`}
        name={t`Add to calendar`}
        open={() => setOpen('calendar')}
        describedBy={describedBy}
      />
      <PassLink id={appointment._id} describedBy={describedBy} />
      <Suspense>
        {open === 'date' && <DateWindow appointment={appointment} close={close} />}
        {open === 'calendar' && <CalendarWindow appointment={appointment} close={close} />}
      </Suspense>
    </div>
  );
}

type OpenerProps = {
  text: string;
  /** Where there is room for one word alone, and that says too little. */
  name?: string;
  open: () => void;
  describedBy: string;
};

const Opener = ({ text, name, open, describedBy }: OpenerProps) => (
  <button
    type="button"
    className="bb-row-link"
    aria-label={name}
    aria-haspopup="dialog"
    aria-describedby={describedBy}
    onClick={open}
  >
    {text}
  </button>
);
