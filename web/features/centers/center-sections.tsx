import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useParams } from 'react-router';
import { type Center, getCenterCalendar } from '#contract/centers.ts';
import { useQuery } from '#web/api/queries.ts';
import { pageData, siteName } from '#web/before-react/page-data.ts';
import { Icon } from '#web/components/icon.tsx';
import { calendarIcon, placeIcon } from '#web/components/icons.ts';
import { LoadError } from '#web/components/load-error.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { centerDaysQuery, centersQuery } from '#web/queries/center-queries.ts';
import { CenterDays } from './center-days.tsx';
import { ChosenDay } from './chosen-day.tsx';
import { VisitFacts } from './visit-facts.tsx';

/** Returns the center from the page's data, if the page is about this center. */
export function findInPage(id: string): Center | undefined {
  const { center } = pageData();
  return center?._id === id ? center : undefined;
}

/**
 * Shows the address, the notes and the next free days of a center. `?date=...&time=...` chooses a day (SMART
 * Scheduling Links).
 */
export default function CenterSections() {
  const { id = '' } = useParams();
  const centers = useQuery(centersQuery);
  const days = useQuery(centerDaysQuery(id));
  const listed = centers.data?.find(({ _id }) => _id === id);
  if (centers.data && !listed) return <NotFound />;
  const center = listed ?? findInPage(id);
  const error = centers.error ?? days.error;
  const retry = () => Promise.all([centers.refetch(), days.refetch()]);
  return (
    <div className="bb-page bb-section bb-full-height grid content-start gap-6">
      <div className="grid gap-2">
        <Link to="/centers" className="bb-text-link justify-self-start">
          <Trans>All donation centers</Trans>
        </Link>
        <h1 tabIndex={-1} className="wrap-anywhere">
          {center?.name ?? <Trans>Donation center</Trans>}
        </h1>
      </div>
      {center && (
        <>
          {!findInPage(id) && <title>{`${center.name} | ${siteName()}`}</title>}
          {days.data && <ChosenDay center={center} days={days.data} />}
          <div className="grid items-start gap-6 wide:grid-cols-[1fr_1.4fr]">
            <CenterFacts center={center} />
            {days.data && <CenterDays center={center} days={days.data} />}
          </div>
        </>
      )}
      {!error && !days.data && <Spinner label={t`Loading the free days`} />}
      {error && (
        <LoadError
          name={t`The center`}
          query={{ error, isFetching: centers.isFetching || days.isFetching, refetch: retry }}
        />
      )}
    </div>
  );
}

function CenterFacts({ center }: { center: Center }) {
  const { _id, name, address, mapUrl, notes } = center;
  const calendarUrl = `/api${getCenterCalendar.path.replace(':id', encodeURIComponent(_id))}`;
  return (
    <section aria-label={name} className="bb-card grid gap-4 p-6 wrap-anywhere">
      <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
        <span className="text-red-ink">
          <Icon path={placeIcon} />
        </span>
        {address}
      </p>
      {notes && <p className="whitespace-pre-line">{notes}</p>}
      <VisitFacts visit={center} className="wide:grid-cols-1" />
      <ul className="grid justify-items-start gap-1">
        {mapUrl && (
          <li>
            <a href={mapUrl} rel="noreferrer" className="bb-text-link min-h-11">
              <Trans>Show on a map</Trans>
            </a>
          </li>
        )}
        <li>
          <a href={calendarUrl} className="bb-text-link min-h-11 gap-2">
            <Icon path={calendarIcon} size={1.25} />
            <Trans>Calendar feed of the donation days</Trans>
          </a>
        </li>
      </ul>
    </section>
  );
}
