import { t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';
import type { Center } from '#contract/centers.ts';
import { parseDay } from '#contract/days.ts';
import { PageSpinner } from '#web/components/spinner.tsx';
import { useChosenCenter } from '#web/queries/use-chosen-center.ts';
import { ClosedNotice } from '../../closings/closed-notice.tsx';
import { NoCenter } from '../../staff/no-center.tsx';
import { useIsCoordinator } from '../../staff/staff-layout.tsx';
import { StaffLoadError } from '../../staff/staff-load-error.tsx';
import { dayBefore } from '../texts.ts';
import { useCenters } from '../use-centers.ts';
import { useToday } from '../use-check-in.ts';
import { DayHeading } from './day-heading.tsx';
import { OtherDay } from './other-day.tsx';
import { TodayList } from './today-list.tsx';
import { UnresolvedConflicts } from './unresolved-conflicts.tsx';

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
  const heading = (
    <DayHeading
      centers={centers}
      center={center}
      today={today}
      day={day ?? today}
      onChange={(chosen) =>
        setSearch({
          center: chosen.center,
          ...(chosen.day && chosen.day !== today && { date: chosen.day }),
        })
      }
    />
  );
  const notices = isCoordinator && (
    <div className="grid grid-cols-1 gap-2 empty:hidden print:hidden">
      <ClosedNotice centerId={center._id} date={day ?? today} />
      {!day && <UnresolvedConflicts centerId={center._id} day={dayBefore(today)} />}
    </div>
  );
  if (!day)
    return (
      <TodayList key={center._id} center={center} heading={heading}>
        {notices}
      </TodayList>
    );
  return (
    <div className="grid grid-cols-1 gap-4 print:block">
      {heading}
      {notices}
      <OtherDay key={`${center._id} ${day}`} center={center} day={day} today={today} />
    </div>
  );
}
