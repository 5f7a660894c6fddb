import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { downIcon, Icon } from '#web/components/icon.tsx';
import { ScrollFrame } from '#web/components/scroll-frame.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { AppointmentTime } from '../appointment-time.tsx';
import { AppointmentAction } from './appointment-action.tsx';
import './appointments-table.css';

const dateColumn = t`Donation Date`;
const columns = [t`Name`, t`Blood Group`, t`Donation Center`, dateColumn, t`Phone`, t`Action`];
/** Limits long texts to the width of other columns while the table is too wide for its frame. */
const longTextClass = 'max-w-[170px] break-words min-[87rem]:max-w-64';
type Props = {
  upcoming: Appointment[];
  past: Appointment[];
  /** Called when a row is removed while it has the focus. */
  onRemoved: () => void;
};

/**
 * Renders a table that scrolls inside its frame, with the keyboard as well, under a sticky header. Past rows
 * are collapsed at the end.
 */
export function AppointmentsTable({ upcoming, past, onRemoved }: Props) {
  return (
    <ScrollFrame
      label={t`Your appointments`}
      className="bb-card bb-table-frame max-h-[80vh] scroll-pt-16 sm:scroll-pl-26"
      edgeClass="inset-y-px right-px rounded-r-large"
    >
      <table className="w-full border-separate [border-spacing:0]">
        <TableHead />
        <tbody>
          {upcoming.map((appointment) => (
            <Row key={appointment._id} appointment={appointment} onRemoved={onRemoved} />
          ))}
        </tbody>
        {past.length > 0 && <PastRows appointments={past} onRemoved={onRemoved} />}
      </table>
    </ScrollFrame>
  );
}

function TableHead() {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th
            key={name}
            scope="col"
            className={`bb-cell sticky top-0 bg-soft font-semibold ${name === dateColumn ? 'bb-cell-date z-20' : 'z-10'}`}
          >
            {name === dateColumn ? <div>{name}</div> : name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function PastRows({ appointments, onRemoved }: { appointments: Appointment[]; onRemoved: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const rows = useRef<HTMLTableSectionElement>(null);
  const number = formatNumber(appointments.length);
  useEffect(() => {
    // The past rows may be below the end of the frame.
    if (isOpen) rows.current?.rows[0]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <>
      <tbody>
        <tr>
          <td colSpan={columns.length} className="border-line border-b bg-soft p-0">
            <button
              type="button"
              className="sticky left-0 flex min-h-11 items-center gap-2 px-5 py-2 font-semibold"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t`Past appointments (${number})`}
              <Icon path={downIcon} size={1.125} className={isOpen ? 'bb-upside-down' : ''} />
            </button>
          </td>
        </tr>
      </tbody>
      <tbody ref={rows}>
        {isOpen &&
          appointments.map((appointment) => (
            <Row key={appointment._id} appointment={appointment} onRemoved={onRemoved} />
          ))}
      </tbody>
    </>
  );
}

function Row({ appointment, onRemoved }: { appointment: Appointment; onRemoved: () => void }) {
  const { _id, name, bloodGroup, center, phone } = appointment;
  const dateId = `date-${_id}`;
  return (
    <tr>
      <td className={`bb-cell ${longTextClass}`}>{name}</td>
      <td className="bb-cell">{bloodGroup}</td>
      <td className={`bb-cell ${longTextClass}`}>{center}</td>
      <td id={dateId} className="bb-cell bb-cell-date bg-surface">
        <div>
          <AppointmentTime {...appointment} />
        </div>
      </td>
      <td className="bb-cell">{phone}</td>
      <td className="bb-cell">
        <AppointmentAction appointment={appointment} describedBy={dateId} onRemoved={onRemoved} />
      </td>
    </tr>
  );
}
