import { t } from '@lingui/core/macro';
import type { Day } from '#contract/days.ts';
import { PrintHeading } from '#web/components/print.tsx';
import { formatDayAndWeekday, formatTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import type { CheckInRow } from '../device/operations.ts';
import { donorName, statusText } from './check-in-item.tsx';
import { useIsPrinting } from './use-is-printing.ts';

type Props = { centerName: string; day: Day; rows: readonly CheckInRow[] };

/** The whole day on paper, to go on with after a power cut. Each row has a box to tick. */
export function PrintedDay({ centerName, day, rows }: Props) {
  // A list of thousands is not rendered before it is needed.
  if (!useIsPrinting()) return null;
  return (
    <div className="bb-printed-day hidden print:block">
      <PrintHeading />
      <h2 className="mb-3 text-[14pt]">
        {centerName}, {formatDayAndWeekday(day)}
      </h2>
      <table className="w-full">
        <thead>
          <tr>
            <th scope="col">{t`Time`}</th>
            <th scope="col">{t`Name`}</th>
            <th scope="col">{t`Group`}</th>
            <th scope="col">{t`Phone ends in`}</th>
            <th scope="col">{t`Status`}</th>
            <th scope="col">{t`Arrived`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
              <td>{formatTime(row.time ?? '')}</td>
              <td className="wrap-anywhere">{donorName(row)}</td>
              <td>{row.bloodGroup}</td>
              <td>{toLocalDigits(row.phoneEnd)}</td>
              <td>{row.status !== 'booked' && statusText(row)}</td>
              <td>
                <span className="block size-[5mm] border border-ink" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
