import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { isLostPart } from '#web/site/lost-part.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { NotFound } from '#web/ui/not-found.tsx';
import { LostPage } from './lost-page.tsx';

/** What stands in place of a page that broke. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (isLostPart(error)) return <LostPage />;
  return (
    <div className="bb-page bb-section">
      <title>{t`Something went wrong | Blood Buddies`}</title>
      <h1 ref={focusOnMount} tabIndex={-1}>
        <Trans>Something went wrong</Trans>
      </h1>
      <p className="bb-lead mt-4">
        <Trans>This page could not be shown. Nothing that you saved is lost.</Trans>
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>
          <Trans>Try again</Trans>
        </Button>
        <LinkButton to="/" look="quiet">
          <Trans>Go to the start page</Trans>
        </LinkButton>
      </p>
    </div>
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
