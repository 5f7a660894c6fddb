import { t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';
import { parseDay } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { CenterSelect } from '#web/components/center-select.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { NoCenter } from '../staff/no-center.tsx';
import { useIsCoordinator } from '../staff/staff-layout.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { DaySelect } from './day-select.tsx';
import { OtherDay } from './other-day.tsx';
import { dayAt, dayBefore, formatWeekday } from './texts.ts';
import { TodayList } from './today-list.tsx';
import { UnresolvedConflicts } from './unresolved-conflicts.tsx';
import { useCenters } from './use-centers.ts';
import { WriteToDonors } from './write-to-donors.tsx';

/** Today at the door: who comes, who has come, and what happened. Coordinators see other days, too. */
export function TodayPage() {
  const [search, setSearch] = useSearchParams();
  const { data, isPending, error, isFetching, refetch } = useCenters();
  const center = data?.find(({ _id }) => _id === search.get('center')) ?? data?.[0];
  const canSeeOthers = useIsCoordinator(center?._id);
  if (isPending) return <PageSpinner label={t`Today`} />;
  const today = center && dayAt(center, siteNow());
  const asked = canSeeOthers ? parseDay(search.get('date') ?? '') : undefined;
  const day = asked === today ? undefined : asked;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <h1 tabIndex={-1}>{day ? formatWeekday(day) : t`Today`}</h1>
      {!data && error && (
        <StaffLoadError name={t`The centers`} error={error} isBusy={isFetching} onRetry={refetch} />
      )}
      {data && data.length > 1 && center && (
        <CenterSelect
          centers={data}
          centerId={center._id}
          onChange={(id) => setSearch({ center: id })}
          className="w-full sm:max-w-96"
        />
      )}
      {data && !center && <NoCenter />}
      {center && today && (
        <p className="bb-lead empty:hidden">
          {[...(data?.length === 1 ? [center.name] : []), ...(day ? [] : [formatWeekday(today)])].join(', ')}
        </p>
      )}
      {center && today && canSeeOthers && (
        <DaySelect
          centerId={center._id}
          today={today}
          day={day ?? today}
          onChange={(date) => setSearch({ center: center._id, ...(date !== today && { date }) })}
        />
      )}
      {center && today && canSeeOthers && (
        <WriteToDonors key={`${center._id} ${day}`} centerId={center._id} day={day ?? today} />
      )}
      {center && today && canSeeOthers && !day && (
        <UnresolvedConflicts centerId={center._id} day={dayBefore(today)} />
      )}
      {center && day && <OtherDay key={`${center._id} ${day}`} centerId={center._id} day={day} />}
      {center && !day && <TodayList key={center._id} center={center} />}
    </div>
  );
}
