import { t } from '@lingui/core/macro';
import { useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { CancelLink, RowLinks } from './row-links.tsx';
import { canChange, isPastDay } from './split-by-day.ts';
import { useCancel } from './use-cancel.ts';

type Props = { appointment: Appointment; className?: string };

/** What to do about an unpaid appointment whose day is over: it counts as a donation in the donor's history. */
export const DayIsOver = (props: Props) => (isUnpaidPast(props.appointment) ? <Note {...props} /> : null);

/** The same with both actions, for pages that have none. */
export const DayIsOverWithActions = (props: Props) =>
  isUnpaidPast(props.appointment) ? <NoteWithActions {...props} /> : null;

const isUnpaidPast = (appointment: Appointment) =>
  isPastDay(appointment) && !appointment.transactionId && canChange(appointment);

const Note = ({ id, className }: Omit<Props, 'appointment'> & { id?: string }) => (
  <p
    id={id}
    className={className}
  >{t`This day is over. If you did not give blood, change the date or cancel.`}</p>
);

function NoteWithActions({ appointment, className }: Props) {
  const id = useId();
  const navigate = useNavigate();
  const wasCanceled = useRef(false);
  const { container, isBusy, cancel } = useCancel(appointment, () => {
    if (wasCanceled.current) void navigate('/dashboard/appointments');
    else document.querySelector<HTMLElement>('main h1')?.focus();
  });
  const onCancel = () => {
    wasCanceled.current = true;
    cancel();
  };
  return (
    <div ref={container} className={className}>
      <Note id={id} />
      <RowLinks appointment={appointment} describedBy={id}>
        <CancelLink describedBy={id} isBusy={isBusy} onCancel={onCancel} />
      </RowLinks>
    </div>
  );
}
