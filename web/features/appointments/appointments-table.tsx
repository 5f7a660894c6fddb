import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { Icon } from '#web/components/icon.tsx';
import { formatWireDay } from '#web/i18n/days.ts';
import { AppointmentAction } from './appointment-action.tsx';

const actionColumn = t`Action`;
const columns = [t`Name`, t`Blood Group`, t`Donation Center`, t`Donation Date`, t`Phone`, actionColumn];
const cell = 'min-w-[170px] px-2 py-3 text-left align-middle first:pl-5';

// From this width of the window the frame is at least 36rem wide, beside the dashboard's menu too: it holds the actions in
// sight. A narrower one says how to reach them, and its edge is shaded.
const action = 'bb-table-action';
const edge = [
  'pointer-events-none absolute inset-y-px right-px w-10 rounded-r-large opacity-0 transition-opacity min-[42rem]:hidden',
  'bg-[linear-gradient(to_right,transparent,var(--color-edge))] group-data-[more=true]:opacity-100',
].join(' ');

type Props = { list: Appointment[]; leaveRow: () => void };

/** Scrolls inside its own frame, by keyboard too; the head stays in sight. */
export function AppointmentsTable({ list, leaveRow }: Props) {
  const [scroller, more] = useOverflowRight<HTMLElement>();
  return (
    <div>
      <p
        className="mb-3 flex items-center gap-2 text-ink-soft text-small min-[42rem]:hidden"
        aria-hidden="true"
      >
        <Trans>Swipe the table sideways to see more, to pay or to cancel</Trans>
        <Icon name="next" size={1.125} className="shrink-0" />
      </p>
      <div className="group relative" data-more={more}>
        <section
          ref={scroller}
          aria-label={t`Your appointments`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls this region
          tabIndex={0}
          className="bb-card max-h-[80vh] scroll-pt-16 overflow-auto"
        >
          <table className="w-full border-separate border-spacing-0">
            <Head />
            <tbody>
              {list.map((appointment) => (
                <Row key={appointment._id} appointment={appointment} leaveRow={leaveRow} />
              ))}
            </tbody>
          </table>
        </section>
        <div data-edge className={edge} />
      </div>
    </div>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th
            key={name}
            scope="col"
            className={`${cell} ${name === actionColumn ? action : ''} sticky top-0 z-10 border-line border-b bg-soft font-semibold`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Row({ appointment, leaveRow }: { appointment: Appointment; leaveRow: () => void }) {
  const { _id, name, bloodGroup, center, date, phone } = appointment;
  const dateId = `date-${_id}`;
  const inRow = `${cell} border-line border-b`;
  return (
    <tr>
      <td className={`${inRow} max-w-64 break-words`}>{name}</td>
      <td className={inRow}>{bloodGroup}</td>
      <td className={`${inRow} max-w-64 break-words`}>{center}</td>
      <td id={dateId} className={inRow}>
        {formatWireDay(date)}
      </td>
      <td className={inRow}>{phone}</td>
      <td className={`${inRow} ${action}`}>
        <AppointmentAction appointment={appointment} describedBy={dateId} leaveRow={leaveRow} />
      </td>
    </tr>
  );
}

/** Whether something is left to see by scrolling to the right inside the element that carries the ref. */
function useOverflowRight<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const element = useRef<T>(null);
  const [more, setMore] = useState(false);

  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const look = () =>
      setMore(scroller.scrollWidth - scroller.clientWidth - Math.ceil(scroller.scrollLeft) > 1);
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    for (const child of scroller.children) resized.observe(child);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, []);

  return [element, more];
}
