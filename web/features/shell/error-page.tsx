import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFound } from '#web/components/not-found.tsx';
import { PageMessage } from '#web/components/page-message.tsx';
import { FullHeightSpinner } from '#web/components/spinner.tsx';
import { canReload, isChunkLoadError } from '#web/document/chunk-load-error.ts';

/** Replaces a page that threw an error. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (isChunkLoadError(error)) return <RouteLoadError />;
  return (
    <PageMessage heading={t`Something went wrong`} onRetry={() => location.reload()}>
      <Trans>This page could not be displayed. Nothing you saved is lost.</Trans>
    </PageMessage>
  );
}

/** Error boundary of the root route, for errors in the site layout itself. */
export function ErrorBoundary() {
  return (
    <main>
      <ErrorPage />
    </main>
  );
}

/**
 * Shown when a page's script did not load. Reloads automatically once, which is enough after a deployment, or if a busy
 * browser has canceled the script; without a service worker only if the server responds. Reloads again when back online.
 */
function RouteLoadError() {
  const [isReloading, setReloading] = useState(canReload);
  useEffect(() => {
    if (isReloading) reloadIfReachable().catch(() => setReloading(false));
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [isReloading]);

  if (isReloading) return <FullHeightSpinner label={t`Reloading the page`} />;
  return (
    <PageMessage heading={t`The page did not load`} onRetry={reload}>
      <Trans>You may be offline, or the site is being updated. Nothing you saved is lost.</Trans>
    </PageMessage>
  );
}

const reload = () => location.reload();

/** @throws TypeError without a connection: the browser's own error page would replace the site */
async function reloadIfReachable(): Promise<void> {
  if (!navigator.serviceWorker?.controller) await fetch('', { method: 'HEAD' });
  reload();
}
