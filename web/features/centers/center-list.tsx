import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useQuery } from '#web/api/queries.ts';
import { Icon } from '#web/components/icon.tsx';
import { placeIcon } from '#web/components/icons.ts';
import { LoadError } from '#web/components/load-error.tsx';
import { RequestLink } from '#web/components/request-link.tsx';
import { NoScriptMessage, Spinner } from '#web/components/spinner.tsx';
import { centersQuery } from '#web/queries/center-queries.ts';

export default function CenterList() {
  const query = useQuery(centersQuery);
  const { data, error } = query;
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
      <ul className="grid gap-4 sm:grid-cols-2">
        {data?.map(({ _id, name, address }) => (
          <li key={_id} className="grid">
            <Link
              to={`/centers/${_id}`}
              className="bb-card grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-1 p-6 wrap-anywhere"
            >
              <span className="text-red-ink">
                <Icon path={placeIcon} />
              </span>
              <strong className="text-large text-red-ink">{name}</strong>
              <span className="col-start-2">{address}</span>
            </Link>
          </li>
        ))}
      </ul>
      <NoScriptMessage>
        {import.meta.env.SSR && t`To see all centers, turn on JavaScript and reload the page.`}
      </NoScriptMessage>
    </div>
  );
}
