import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { NotFound } from '#web/ui/not-found.tsx';

/** What stands in place of a page that broke. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <main className="bb-page bb-section">
      <title>Something went wrong | Blood Buddies</title>
      <h1>Something went wrong</h1>
      <p className="bb-lead mt-4">This page could not be shown. Nothing that you saved is lost.</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <button
          type="button"
          className="bb-button bb-button-primary bb-button-normal"
          onClick={() => location.reload()}
        >
          Try again
        </button>
        <Link to="/" className="bb-button bb-button-quiet bb-button-normal">
          Go to the start page
        </Link>
      </p>
    </main>
  );
}
