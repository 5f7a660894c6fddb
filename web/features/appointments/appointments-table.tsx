import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { Icon, nextIcon } from '#web/components/icon.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { AppointmentAction } from './appointment-action.tsx';

const actionColumn = t`Action`;
const columns = [t`Name`, t`Blood Group`, t`Donation Center`, t`Donation Date`, t`Phone`, actionColumn];
const cellClass = 'min-w-[170px] px-2 py-3 text-left align-middle first:pl-5';

// From 42rem viewport width the frame is at least 36rem wide, also next to the dashboard menu, and the actions stay
// visible. Narrower viewports show a swipe hint and shade the right edge.
const actionClass = 'bb-table-action';
const edgeClass = [
  'pointer-events-none absolute inset-y-px right-px w-10 rounded-r-large opacity-0 transition-opacity min-[42rem]:hidden',
  'bg-[linear-gradient(to_right,transparent,var(--color-edge))] group-data-[more=true]:opacity-100',
].join(' ');

type Props = { appointments: Appointment[]; onRowRemoved: () => void };

/** A table that scrolls inside its frame, also by keyboard, under a sticky header. */
export function AppointmentsTable({ appointments, onRowRemoved }: Props) {
  const [scroller, hasMore] = useOverflowRight<HTMLElement>();
  return (
    <div>
      <p
        className="mb-3 flex items-center gap-2 text-ink-soft text-small min-[42rem]:hidden"
        aria-hidden="true"
      >
        <Trans>Swipe the table sideways to see more, to pay or to cancel</Trans>
        <Icon path={nextIcon} size={1.125} className="shrink-0" />
      </p>
      <div className="group relative" data-more={hasMore}>
        <section
          ref={scroller}
          aria-label={t`Your appointments`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this region
          tabIndex={0}
          className="bb-card max-h-[80vh] scroll-pt-16 overflow-auto"
        >
          <table className="w-full border-separate border-spacing-0">
            <TableHead />
            <tbody>
              {appointments.map((appointment) => (
                <Row key={appointment._id} appointment={appointment} onRowRemoved={onRowRemoved} />
              ))}
            </tbody>
          </table>
        </section>
        <div data-edge className={edgeClass} />
      </div>
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
            className={`${cellClass} ${name === actionColumn ? actionClass : ''} sticky top-0 z-10 border-line border-b bg-soft font-semibold`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Row({ appointment, onRowRemoved }: { appointment: Appointment; onRowRemoved: () => void }) {
  const { _id, name, bloodGroup, center, date, phone } = appointment;
  const dateId = `date-${_id}`;
  const bodyCellClass = `${cellClass} border-line border-b`;
  return (
    <tr>
      <td className={`${bodyCellClass} max-w-64 break-words`}>{name}</td>
      <td className={bodyCellClass}>{bloodGroup}</td>
      <td className={`${bodyCellClass} max-w-64 break-words`}>{center}</td>
      <td id={dateId} className={bodyCellClass}>
        {formatDay(date)}
      </td>
      <td className={bodyCellClass}>{phone}</td>
      <td className={`${bodyCellClass} ${actionClass}`}>
        <AppointmentAction appointment={appointment} describedBy={dateId} onRowRemoved={onRowRemoved} />
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
