import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { changeCenter } from '#contract/center-administration.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { Section, SectionDone, SectionLoading } from '#web/components/section.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import type { StaffCenter } from '#web/queries/staff-center-queries.ts';
import { useStaff } from '../staff/staff-layout.tsx';
import { AddSecondFactor } from '../staff/staff-load-error.tsx';
import { CenterForm } from './center-form.tsx';
import { seriesQuery } from './center-queries.ts';
import { SeriesEditor } from './series-editor.tsx';
import { SeriesList } from './series-list.tsx';
import { UnconfirmedBookings } from './unconfirmed-bookings.tsx';

/** Shows the clinics and details of a center. `?series=ID` or `?series=new` opens the editor of a series. */
export function CenterPage({ center }: { center: StaffCenter }) {
  const { user } = useSession();
  const cache = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [done, setDone] = useState<string>();
  const { secondFactor } = useStaff();
  const { _id: id, name } = center;
  const query = useQuery(seriesQuery(user?.uid, id));
  const opened = search.get('series');
  const finish = async (message: string) => {
    await cache.invalidateQueries({ queryKey: ['staff', user?.uid] });
    setDone(message);
    setSearch({}, { replace: true });
  };
  if (opened !== null && !secondFactor)
    return (
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        <h1 tabIndex={-1} className="wrap-anywhere">
          {name}
        </h1>
        <AddSecondFactor />
      </div>
    );
  // Wait for the series, to avoid a layout shift.
  if (query.isPending) return <PageSpinner label={name} />;
  const series = query.data?.find(({ _id }) => _id === opened);
  if (opened !== null && query.data && (series || opened === 'new'))
    return <SeriesEditor center={center} series={series} onDone={finish} />;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="wrap-anywhere">
          {name}
        </h1>
        <Link to={`/centers/${id}`} className="bb-text-link justify-self-start">
          <Trans>See the page for donors</Trans>
        </Link>
        <Link to={`/staff/today?center=${id}`} className="bb-text-link justify-self-start">
          <Trans>See who is booked</Trans>
        </Link>
      </div>
      <SectionDone text={done} />
      <Section title={t`Clinics`}>
        {query.data ? (
          <SeriesList centerId={id} series={query.data} onDone={finish} />
        ) : (
          <SectionLoading query={query} label={t`Loading the clinics`} />
        )}
        <div className="flex flex-wrap gap-3">
          <LinkButton to="?series=new">
            <Trans>Add clinics</Trans>
          </LinkButton>
          <LinkButton to={`/staff/closings?center=${id}`} variant="outlined">
            <Trans>Close a day</Trans>
          </LinkButton>
        </div>
      </Section>
      {secondFactor && <UnconfirmedBookings centerId={id} />}
      <Section title={t`Center`}>
        <CenterForm
          center={center}
          onSave={async (body) => {
            await call(changeCenter, { params: { id }, body });
            await finish(t`The center is saved.`);
          }}
        />
      </Section>
    </div>
  );
}
