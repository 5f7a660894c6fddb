import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListedCenter } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { useQuery } from '#web/api/queries.ts';
import { Field } from '#web/components/field.tsx';
import { Icon } from '#web/components/icon.tsx';
import { calendarIcon, personIcon, placeIcon } from '#web/components/icons.ts';
import { LoadError } from '#web/components/load-error.tsx';
import { RequestLink } from '#web/components/request-link.tsx';
import { NoScriptMessage, Spinner } from '#web/components/spinner.tsx';
import { formatDay, formatDayAndWeekday } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { centersQuery } from '#web/queries/center-queries.ts';
import { formatHours } from './day-texts.ts';

/** The number of centers that are shown without a search field. */
const FEW = 6;

export default function CenterList() {
  const query = useQuery(centersQuery);
  const { data, error } = query;
  const [search, setSearch] = useState('');
  const found = findCenters(data ?? [], search);
  return (
    <div className="bb-page bb-section bb-full-height grid content-start gap-6">
      <h1 tabIndex={-1}>
        <Trans>Donation centers</Trans>
      </h1>
      <p className="bb-lead max-w-prose">
        <Trans>Choose a center to see its address, its opening hours and the next free days.</Trans>
      </p>
      {!data && !error && <Spinner label={t`Loading the centers`} />}
      {error && <LoadError name={t`The centers`} query={query} />}
      {data?.length === 0 && (
        <div className="bb-card grid justify-items-start gap-4 p-6">
          <p>
            <Trans>
              No center is listed yet. You can request an appointment at any center: enter its name in the
              form.
            </Trans>
          </p>
          <RequestLink>
            <Trans>Request an appointment</Trans>
          </RequestLink>
        </div>
      )}
      {data && data.length > FEW && (
        <Field label={t`Find a center by its name or address`}>
          {(aria) => (
            <input
              {...aria}
              type="search"
              className="bb-input max-w-md"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
        </Field>
      )}
      {search && found.length === 0 && (
        <p role="status">
          <Trans>No center has this in its name or address.</Trans>
        </p>
      )}
      <ul className="grid gap-4 sm:grid-cols-2">
        {found.map((center) => (
          <li key={center._id} className="bb-card grid content-start gap-2 p-6 wrap-anywhere">
            <CenterCard center={center} />
          </li>
        ))}
      </ul>
      <NoScriptMessage>
        {import.meta.env.SSR && t`To see all centers, turn on JavaScript and reload the page.`}
      </NoScriptMessage>
    </div>
  );
}

/** Returns the centers with a text in their name or address, sorted by name as readers of the page expect. */
function findCenters(centers: readonly ListedCenter[], search: string): ListedCenter[] {
  const wanted = search.trim().toLowerCase();
  return centers
    .filter(({ name, address }) => `${name}\n${address}`.toLowerCase().includes(wanted))
    .sort((one, other) => one.name.localeCompare(other.name, pageLocale));
}

function CenterCard({ center: { _id, name, address, mapUrl, nextFree, contact } }: { center: ListedCenter }) {
  const places = formatNumber(nextFree?.free ?? 0);
  const date = nextFree ? formatDay(nextFree.date as Day) : '';
  return (
    <>
      <h2 className="text-large">
        <Link to={`/centers/${_id}`} className="bb-text-link min-h-11">
          {name}
        </Link>
      </h2>
      <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <span className="text-red-ink">
          <Icon path={placeIcon} />
        </span>
        {address}
      </p>
      {nextFree && (
        <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <span className="text-red-ink">
            <Icon path={calendarIcon} />
          </span>
          <span>
            <strong>{formatDayAndWeekday(nextFree.date as Day)}</strong>
            {nextFree.opens && `, ${formatHours(nextFree)}`}
            <br />
            <Trans>Free places: {places}</Trans>
          </span>
        </p>
      )}
      {contact && (
        <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <span className="text-red-ink">
            <Icon path={personIcon} />
          </span>
          {contact}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {nextFree && (
          <RequestLink
            size="small"
            variant="outlined"
            aria-label={t`Request ${date}`}
            prefill={{
              center: name,
              date: nextFree.date as Day,
              note: t`We filled in ${name} and ${date}.`,
            }}
          >
            <Trans>Request</Trans>
          </RequestLink>
        )}
        {mapUrl && (
          <a href={mapUrl} rel="noreferrer" className="bb-text-link min-h-11">
            <Trans>Show on a map</Trans>
          </a>
        )}
      </div>
    </>
  );
}
