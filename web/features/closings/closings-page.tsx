import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { CenterSelect } from '#web/components/center-select.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { countFollowUps, type OpenTasks, openTasksQuery } from '#web/queries/open-tasks-query.ts';
import { type StaffCenter, staffCentersQuery } from '#web/queries/staff-center-queries.ts';
import { useChosenCenter } from '#web/queries/use-chosen-center.ts';
import { NoCenter } from '../staff/no-center.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { CloseDay } from './close-day.tsx';
import { ClosedDays } from './closed-days.tsx';
import { DisplacedDays } from './displaced-days.tsx';

type FollowUps = OpenTasks['followUps'];

/** Closes days of a center, and shows the outcome for the donors. The address contains the center. */
export function ClosingsPage() {
  const { user } = useSession();
  const { data, isPending } = useQuery(openTasksQuery(user?.uid));
  // The page also works if the follow-ups cannot be loaded.
  return isPending ? <PageSpinner label={t`Closings`} /> : <Closings followUps={data?.followUps ?? []} />;
}

function Closings({ followUps }: { followUps: FollowUps }) {
  const { user } = useSession();
  const query = useQuery(staffCentersQuery(user?.uid));
  const [, setSearch] = useSearchParams();
  // Keep the order of the centers while the donors are called.
  const [toCall] = useState(() => followUps.map(({ centerId }) => centerId));
  const center = useChosenCenter(query.data ?? [], toCall);
  if (query.isPending) return <PageSpinner label={t`Closings`} />;
  const centers = query.data ?? [];
  return (
    <StaffPage heading={t`Closings`}>
      {query.error && <StaffLoadError name={t`The centers`} query={query} />}
      {query.data && !center && <NoCenter />}
      {centers.length > 1 && (
        <CenterSelect
          centers={centers.map((listed) =>
            // A phone would cut the number of the chosen center, which the hint shows.
            listed._id === center?._id ? listed : { ...listed, name: describeCenter(listed, followUps) },
          )}
          hint={center && describeFollowUps(countFollowUps(followUps, center._id))}
          value={center?._id ?? ''}
          onChange={({ target }) => setSearch({ center: target.value })}
        />
      )}
      {centers.length === 1 && center && <p className="bb-lead">{center.name}</p>}
      {center && (
        <div key={center._id} className="grid grid-cols-1 gap-6">
          <DisplacedDays centerId={center._id}>
            <CloseDay center={center} />
            <ClosedDays centerId={center._id} />
          </DisplacedDays>
        </div>
      )}
    </StaffPage>
  );
}

function describeCenter({ _id, name }: StaffCenter, followUps: FollowUps): string {
  const text = describeFollowUps(countFollowUps(followUps, _id));
  return text ? `${name} (${text})` : name;
}

function describeFollowUps(count: number): string | undefined {
  const number = formatNumber(count);
  return count > 0 ? t`${number} to call or refund` : undefined;
}
