import type { Appointment } from '#contract/appointments.ts';
import { AppointmentAction } from './appointment-action.tsx';

const columns = ['Name', 'Blood Group', 'Donation Center', 'Donation Date', 'Phone', 'Action'];
const cell = 'min-w-[170px] px-2 py-3 text-left align-middle first:pl-5';

type Props = { list: Appointment[]; leaveRow: () => void };

/** Scrolls inside its own frame, by keyboard too; the head stays in sight. */
export function AppointmentsTable({ list, leaveRow }: Props) {
  return (
    <section
      aria-label="Your appointments"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls this region
      tabIndex={0}
      className="bb-card max-h-[80vh] overflow-auto"
    >
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className={`${cell} sticky top-0 z-10 border-(--line) border-b bg-(--soft) font-semibold`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((appointment) => (
            <Row key={appointment._id} appointment={appointment} leaveRow={leaveRow} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ appointment, leaveRow }: { appointment: Appointment; leaveRow: () => void }) {
  const { _id, name, bloodGroup, center, date, phone } = appointment;
  const dateId = `date-${_id}`;
  const inRow = `${cell} border-(--line) border-b`;
  return (
    <tr>
      <td className={`${inRow} max-w-80 break-words`}>{name}</td>
      <td className={inRow}>{bloodGroup}</td>
      <td className={`${inRow} max-w-80 break-words`}>{center}</td>
      <td id={dateId} className={inRow}>
        {date}
      </td>
      <td className={inRow}>{phone}</td>
      <td className={inRow}>
        <AppointmentAction appointment={appointment} describedBy={dateId} leaveRow={leaveRow} />
      </td>
    </tr>
  );
}
