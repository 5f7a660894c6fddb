import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Center } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { downloadDayCsv } from '#contract/staff-check-in.ts';
import { Button } from '#web/components/button.tsx';
import { CenterSelect } from '#web/components/center-select.tsx';
import { formatDayAndWeekday } from '#web/i18n/days.ts';
import { PrintAndDownload } from '../../donations/print-and-download.tsx';
import { useIsCoordinator } from '../../staff/staff-layout.tsx';
import { DaySelect } from './day-select.tsx';
import { WriteToDonors } from './write-to-donors.tsx';

type Props = {
  centers: readonly Center[];
  center: Center;
  today: Day;
  day: Day;
  onChange: (chosen: { center: string; day?: Day }) => void;
};

/** The heading of a day in two lines. What coordinators do with the whole day is behind a button. */
export function DayHeading({ centers, center: { _id, name }, today, day, onChange }: Props) {
  const isCoordinator = useIsCoordinator(_id);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <header className="flex grow flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <h1 tabIndex={-1} className="grow text-heading xl:grow-0">
        {day === today ? t`Today` : formatDayAndWeekday(day)}
      </h1>
      {centers.length > 1 && (
        <div className="order-1 w-full sm:w-80 xl:order-none xl:w-64 [&_label]:sr-only">
          <CenterSelect
            centers={centers}
            value={_id}
            onChange={({ target }) => onChange({ center: target.value })}
          />
        </div>
      )}
      <p className="order-1 bb-hint w-full empty:hidden xl:order-none xl:w-auto">
        {[
          ...(centers.length === 1 ? [name] : []),
          ...(day === today ? [formatDayAndWeekday(today)] : []),
        ].join(', ')}
      </p>
      {isCoordinator && (
        <>
          <Button
            variant="outlined"
            className="min-h-10 px-4 text-small"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t`Options`}
          </Button>
          <div
            className={`${isOpen ? 'flex' : 'hidden'} order-2 w-full flex-wrap items-center gap-2 [&_.bb-button]:px-4 [&_.bb-button]:text-small`}
          >
            <div className="contents [&_label]:sr-only">
              <DaySelect
                centerId={_id}
                today={today}
                day={day}
                onChange={(next) => onChange({ center: _id, day: next })}
              />
            </div>
            <WriteToDonors key={`${_id} ${day}`} centerId={_id} day={day} isToday={day === today} />
            <PrintAndDownload
              path={`${downloadDayCsv.path.replace(':id', encodeURIComponent(_id))}?date=${day}`}
              name={`appointments-${day}.csv`}
            />
          </div>
        </>
      )}
    </header>
  );
}
