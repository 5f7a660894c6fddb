import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { CenterSelect } from '#web/components/center-select.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { NoCenter } from '../staff/no-center.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { TodayList } from './today-list.tsx';
import { useCenters } from './use-centers.ts';

/** Today at the door: who comes, who has come, and what happened. */
export function TodayPage() {
  const [chosen, setChosen] = useState('');
  const { data, isPending, error, isFetching, refetch } = useCenters();
  if (isPending) return <PageSpinner label={t`Today`} />;
  const center = data?.find(({ _id }) => _id === chosen) ?? data?.[0];
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <h1 tabIndex={-1}>
        <Trans>Today</Trans>
      </h1>
      {!data && error && (
        <StaffLoadError name={t`The centers`} error={error} isBusy={isFetching} onRetry={refetch} />
      )}
      {data && data.length > 1 && center && (
        <CenterSelect
          centers={data}
          centerId={center._id}
          onChange={setChosen}
          className="w-full sm:max-w-96"
        />
      )}
      {data && !center && <NoCenter />}
      {data?.length === 1 && center && <p className="bb-lead">{center.name}</p>}
      {center && <TodayList key={center._id} center={center} />}
    </div>
  );
}
