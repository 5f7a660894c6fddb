import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useParams } from 'react-router';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { pendingMark } from '#web/components/class-names.ts';
import { NotFound } from '#web/components/not-found.tsx';
import { Section } from '#web/components/section.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { countFollowUps, openTasksQuery } from '#web/queries/open-tasks-query.ts';
import { type StaffCenter, staffCentersQuery } from '#web/queries/staff-center-queries.ts';
import { useStaff } from '../staff/staff-layout.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { AddCenterPage } from './add-center-page.tsx';
import { CenterPage } from './center-page.tsx';
import { CsvFiles } from './csv-files.tsx';

/**
 * Shows the list of centers, one of them (`/staff/centers/ID`), or the form for a new one
 * (`/staff/centers/new`).
 */
export function CentersPage() {
  const { user } = useSession();
  const { id } = useParams();
  const { roles, secondFactor } = useStaff();
  const isOwner = roles.some(({ role }) => role === 'owner');
  const query = useQuery(staffCentersQuery(user?.uid));
  if (query.isPending) return <PageSpinner label={t`Centers`} />;
  if (query.error)
    return (
      <StaffPage heading={t`Centers`}>
        <StaffLoadError name={t`The centers`} query={query} />
      </StaffPage>
    );
  if (id === 'new' && isOwner) return <AddCenterPage />;
  if (id === undefined)
    return <CenterList centers={query.data} isOwner={isOwner} hasCsv={isOwner && secondFactor} />;
  const center = query.data.find(({ _id }) => _id === id);
  return center ? <CenterPage key={id} center={center} /> : <NotFound />;
}

type ListProps = { centers: StaffCenter[]; isOwner: boolean; hasCsv: boolean };

function CenterList({ centers, isOwner, hasCsv }: ListProps) {
  const { user } = useSession();
  const { data: tasks } = useQuery(openTasksQuery(user?.uid));
  return (
    <StaffPage heading={t`Centers`}>
      {centers.length === 0 ? (
        <p className="bb-lead">
          {isOwner
            ? t`Add your first center. Then donors find it in the appointment form, and its clinics keep to the places that you set.`
            : t`You have no center yet. Ask the owner of this site.`}
        </p>
      ) : (
        <ul className="grid gap-4">
          {centers.map(({ _id, name, address }) => (
            <li key={_id}>
              <Link to={`/staff/centers/${_id}`} className="bb-card grid gap-1 p-6 wrap-anywhere">
                <strong className="text-heading text-red-ink">{name}</strong>
                <span>{address}</span>
                <FollowUpMark count={countFollowUps(tasks?.followUps, _id)} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isOwner && (
        <LinkButton to="/staff/centers/new" className="justify-self-start">
          <Trans>Add a center</Trans>
        </LinkButton>
      )}
      {hasCsv && (
        <Section title={t`Many centers at once`}>
          <CsvFiles />
        </Section>
      )}
    </StaffPage>
  );
}

function FollowUpMark({ count }: { count: number }) {
  const number = formatNumber(count);
  return (
    count > 0 && <span className={`${pendingMark} justify-self-start`}>{t`${number} to call or refund`}</span>
  );
}
