import { t } from '@lingui/core/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { downIcon, Icon } from '#web/components/icon.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { AppointmentTime } from '../appointment-time.tsx';
import { AppointmentAction } from './appointment-action.tsx';
import './appointments-table.css';

const dateColumn = t`Donation Date`;
const columns = [t`Name`, t`Blood Group`, t`Donation Center`, dateColumn, t`Phone`, t`Action`];
/** Limits long texts to the width of other columns while the table is too wide for its frame. */
const longTextClass = 'max-w-[170px] break-words min-[87rem]:max-w-64';
const edgeClass = [
  // The edge is as wide as the padding of a cell on a phone, where it must not cover the end of the date.
  'pointer-events-none absolute inset-y-px right-px w-2 rounded-r-large opacity-0 transition-opacity',
  'bg-[linear-gradient(to_right,transparent,var(--color-edge))] group-data-[more=true]:opacity-100',
].join(' ');

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
  const [scroller, hasMore] = useOverflowRight<HTMLElement>();
  return (
    <div className="group relative" data-more={hasMore}>
      <section
        ref={scroller}
        aria-label={t`Your appointments`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this region
        tabIndex={0}
        className="bb-card bb-table-frame max-h-[80vh] scroll-pt-16 sm:scroll-pl-26 overflow-auto"
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
      </section>
      <div data-edge className={edgeClass} />
    </div>
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

/** Returns a ref, and whether its element can still scroll to the right. */
function useOverflowRight<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const element = useRef<T>(null);
  const [hasMore, setHasMore] = useState(false);

  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const update = () =>
      setHasMore(scroller.scrollWidth - scroller.clientWidth - Math.ceil(scroller.scrollLeft) > 1);
    const observer = new ResizeObserver(update);
    observer.observe(scroller);
    for (const child of scroller.children) observer.observe(child);
    scroller.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', update);
    };
  }, []);

  return [element, hasMore];
}
