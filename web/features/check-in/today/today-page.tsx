import { t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';
import type { Center } from '#contract/centers.ts';
import { parseDay } from '#contract/days.ts';
import { downloadDayCsv } from '#contract/staff-check-in.ts';
import { CenterSelect } from '#web/components/center-select.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { useChosenCenter } from '#web/queries/use-chosen-center.ts';
import { ClosedNotice } from '../../closings/closed-notice.tsx';
import { PrintAndDownload } from '../../donations/print-and-download.tsx';
import { NoCenter } from '../../staff/no-center.tsx';
import { useIsCoordinator } from '../../staff/staff-layout.tsx';
import { StaffLoadError } from '../../staff/staff-load-error.tsx';
import { dayBefore, formatWeekday } from '../texts.ts';
import { useCenters } from '../use-centers.ts';
import { useToday } from '../use-check-in.ts';
import { DaySelect } from './day-select.tsx';
import { OtherDay } from './other-day.tsx';
import { TodayList } from './today-list.tsx';
import { UnresolvedConflicts } from './unresolved-conflicts.tsx';
import { WriteToDonors } from './write-to-donors.tsx';

/** Shows who is expected today, who has come, and the outcomes. Coordinators also see other days. */
export function TodayPage() {
  const query = useCenters();
  const { data, isPending, error } = query;
  const center = useChosenCenter(data ?? []);
  if (isPending) return <PageSpinner label={t`Today`} />;
  if (data && center) return <CenterDay centers={data} center={center} />;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <h1 tabIndex={-1}>{t`Today`}</h1>
      {error ? <StaffLoadError name={t`The centers`} query={query} /> : <NoCenter />}
    </div>
  );
}

function CenterDay({ centers, center }: { centers: readonly Center[]; center: Center }) {
  const [search, setSearch] = useSearchParams();
  const isCoordinator = useIsCoordinator(center._id);
  const today = useToday(center);
  const requestedDay = isCoordinator ? parseDay(search.get('date') ?? '') : undefined;
  const day = requestedDay === today ? undefined : requestedDay;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <h1 tabIndex={-1}>{day ? formatWeekday(day) : t`Today`}</h1>
      {centers.length > 1 && (
        <CenterSelect
          centers={centers}
          value={center._id}
          onChange={({ target }) => setSearch({ center: target.value })}
          className="w-full sm:max-w-96"
        />
      )}
      <p className="bb-lead empty:hidden">
        {[...(centers.length === 1 ? [center.name] : []), ...(day ? [] : [formatWeekday(today)])].join(', ')}
      </p>
      {isCoordinator && (
        <div className="flex flex-wrap items-end gap-4 max-sm:[&>.bb-field]:w-full">
          <DaySelect
            centerId={center._id}
            today={today}
            day={day ?? today}
            onChange={(date) => setSearch({ center: center._id, ...(date !== today && { date }) })}
          />
          <WriteToDonors
            key={`${center._id} ${day}`}
            centerId={center._id}
            day={day ?? today}
            isToday={!day}
          />
        </div>
      )}
      {isCoordinator && <ClosedNotice centerId={center._id} date={day ?? today} />}
      {isCoordinator && !day && <UnresolvedConflicts centerId={center._id} day={dayBefore(today)} />}
      {day ? (
        <OtherDay key={`${center._id} ${day}`} centerId={center._id} day={day} today={today} />
      ) : (
        <TodayList key={center._id} center={center} />
      )}
      {isCoordinator && (
        <div className="flex flex-wrap gap-4 print:hidden">
          <PrintAndDownload
            path={`${downloadDayCsv.path.replace(':id', encodeURIComponent(center._id))}?date=${day ?? today}`}
            name={`appointments-${day ?? today}.csv`}
          />
        </div>
      )}
    </div>
  );
}
