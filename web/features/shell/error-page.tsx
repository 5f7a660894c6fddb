import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { isLostPart } from '#web/site/lost-part.ts';
import { NotFound } from '#web/ui/not-found.tsx';
import { PageMessage } from '#web/ui/page-message.tsx';
import { LostPage } from './lost-page.tsx';

/** What stands in place of a page that broke. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (isLostPart(error)) return <LostPage />;
  return (
    <PageMessage heading={t`Something went wrong`} retry={() => location.reload()}>
      <Trans>This page could not be shown. Nothing that you saved is lost.</Trans>
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
