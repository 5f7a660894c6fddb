import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFound } from '#web/components/not-found.tsx';
import { PageMessage } from '#web/components/page-message.tsx';
import { FullHeightSpinner } from '#web/components/spinner.tsx';
import { isChunkLoadError } from '#web/document/chunk-load-error.ts';

/** What stands in place of a page that broke. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (isChunkLoadError(error)) return <RouteLoadError />;
  return (
    <PageMessage heading={t`Something went wrong`} retry={() => location.reload()}>
      <Trans>This page could not be displayed. Nothing you saved is lost.</Trans>
    </PageMessage>
  );
}

/** Where the bars around the page broke too. */
export function ErrorBoundary() {
  return (
    <main>
      <ErrorPage />
    </main>
  );
}

/**
 * A page whose own script did not come. Where the site was renewed, to load the page again is all it needs: it does so
 * by itself, once, and otherwise when the connection is back.
 */
function RouteLoadError() {
  const [atOnce] = useState(() => navigator.onLine && !cameByReload());
  useEffect(() => {
    if (atOnce) reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [atOnce]);

  if (atOnce) return <FullHeightSpinner label={t`Reloading the page`} />;
  return (
    <PageMessage heading={t`The page did not load`} retry={reload}>
      <Trans>You may be offline, or the site is being updated. Nothing you saved is lost.</Trans>
    </PageMessage>
  );
}

const reload = () => location.reload();

/** A page that was loaded again already does not do so by itself another time. */
const cameByReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');
