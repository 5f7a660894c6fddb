import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Center } from '#contract/centers.ts';
import { Field } from '#web/components/field.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
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
        <CenterChoice centers={data} centerId={center._id} onChange={setChosen} />
      )}
      {data && !center && (
        <p className="bb-lead">
          <Trans>There is no center yet. An owner adds the first one.</Trans>
        </p>
      )}
      {data?.length === 1 && center && <p className="bb-lead">{center.name}</p>}
      {center && <TodayList key={center._id} center={center} />}
    </div>
  );
}

type Props = { centers: readonly Center[]; centerId: string; onChange: (id: string) => void };

const CenterChoice = ({ centers, centerId, onChange }: Props) => (
  <Field label={t`Center`}>
    {(aria) => (
      <select
        {...aria}
        className="bb-input bb-select w-full sm:max-w-96"
        value={centerId}
        onChange={({ target }) => onChange(target.value)}
      >
        {centers.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);
