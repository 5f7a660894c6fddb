import { useId } from 'react';
import { useNavigate } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { DayIsOver, isPastUnpaid } from './list/day-is-over.tsx';
import { CancelLink, RowLinks } from './list/row-links.tsx';
import { useCancel } from './list/use-cancel.ts';

type Props = { appointment: Appointment; className?: string };

/**
 * Gives advice about an unpaid appointment whose day is over, with controls to change the date or cancel.
 * Only pages without actions of their own use it.
 */
export const PastUnpaidNotice = (props: Props) =>
  isPastUnpaid(props.appointment) ? <NoteWithActions {...props} /> : null;

const focusHeading = () => document.querySelector<HTMLElement>('main h1')?.focus();

function NoteWithActions({ appointment, className }: Props) {
  const id = useId();
  const navigate = useNavigate();
  const { container, isBusy, cancel } = useCancel(appointment, focusHeading, () =>
    navigate('/dashboard/appointments'),
  );
  return (
    <div ref={container} className={className}>
      <DayIsOver appointment={appointment} id={id} />
      <RowLinks appointment={appointment} describedBy={id}>
        <CancelLink describedBy={id} isBusy={isBusy} onCancel={cancel} />
      </RowLinks>
    </div>
  );
}
