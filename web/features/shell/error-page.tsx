import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import {
  canReload,
  checkServer,
  isChunkLoadError,
  reloadIfReachable,
} from '#web/browser/chunk-load-error.ts';
import { NotFound } from '#web/components/not-found.tsx';
import { PageMessage } from '#web/components/page-message.tsx';
import { reloadPage } from '#web/components/reload-page.ts';
import { FullHeightSpinner } from '#web/components/spinner.tsx';

/** Replaces a page that threw an error. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (isChunkLoadError(error)) return <RouteLoadError />;
  return (
    <PageMessage heading={t`Something went wrong`} onRetry={() => void reloadPage()}>
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

const CHECK_EVERY_MS = 5000;

/** Whether the connection came back after this document was loaded, perhaps just before the error shows. */
let hasReconnected = false;
// There is no window on the server.
globalThis.addEventListener?.('online', () => {
  hasReconnected = true;
});

/**
 * Shown when a page's script did not load. Reloads once automatically, which is enough after a deployment or
 * if a busy browser has canceled the script; reloads again once the connection is back, or the server
 * responds after it was unreachable.
 */
export function RouteLoadError() {
  const [state, setState] = useState(() => (hasReconnected || canReload() ? 'reloading' : 'failed'));
  useEffect(() => {
    const reload = () => setState('reloading');
    if (state === 'reloading') reloadIfReachable().catch(() => setState('unreachable'));
    const isDown = state === 'unreachable';
    const check = () => checkServer().then(isDown ? reload : undefined, () => setState('unreachable'));
    if (state === 'failed') void check();
    const timer = isDown ? setInterval(check, CHECK_EVERY_MS) : undefined;
    addEventListener('online', reload);
    return () => {
      clearInterval(timer);
      removeEventListener('online', reload);
    };
  }, [state]);

  if (state === 'reloading') return <FullHeightSpinner label={t`Reloading the page`} />;
  return (
    <PageMessage heading={t`The page did not load`} onRetry={() => setState('reloading')}>
      <Trans>You may be offline, or the site is being updated. Nothing you saved is lost.</Trans>
    </PageMessage>
  );
}
