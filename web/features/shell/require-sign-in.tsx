import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { restoreSession, retrySession, useSession } from '#web/auth/auth-provider.tsx';
import { rendersWithoutSession } from '#web/auth/page-handle.ts';
import { returnState } from '#web/auth/return-location.ts';
import { isChunkLoadError } from '#web/browser/chunk-load-error.ts';
import { PageMessage } from '#web/components/page-message.tsx';
import { reloadPage } from '#web/components/reload-page.ts';
import { FullHeightSpinner } from '#web/components/spinner.tsx';

/** Renders its children for signed-in users. Redirects everyone else to /login, which returns them here. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { state, isRemembered, isSignedOutByUser, isAccountDeleted, restoreError } = useSession();
  const location = useLocation();
  const canRenderWithoutSession = rendersWithoutSession(useMatches());
  const isAllowed = state === 'signed-in' || (canRenderWithoutSession && isRemembered === true);
  const [wasAllowed, setWasAllowed] = useState(isAllowed);
  if (isAllowed && !wasAllowed) setWasAllowed(true);
  // Deferred, so that React renders the page in slices: in one piece it blocks a slow phone for 0.2 s.
  const deferredIsAllowed = useDeferredValue(isAllowed);
  useEffect(() => {
    if (!canRenderWithoutSession) restoreSession();
  }, [canRenderWithoutSession]);

  if (isAllowed && deferredIsAllowed) return children;
  if (isAllowed || state === 'loading') return <FullHeightSpinner />;
  if (restoreError !== undefined) return <SessionUnknown reason={restoreError} />;
  // Redirect to / only if the account was deleted while this page was open.
  if (isAccountDeleted && wasAllowed) return <Navigate to="/" replace />;
  const returnTo = returnState(location, reasonToSignIn(location.pathname));
  return <Navigate to="/login" replace state={isSignedOutByUser ? null : returnTo} />;
}

/** The visitor's reason to sign in, for the login page. */
function reasonToSignIn(pathname: string): string {
  if (pathname.startsWith('/staff')) return t`Sign in to open the staff pages.`;
  if (pathname.startsWith('/dashboard/gallery')) return t`Sign in to see all photos and to share yours.`;
  if (pathname.startsWith('/dashboard/appointments')) return t`Sign in to see your appointments.`;
  if (pathname.startsWith('/dashboard/account')) return t`Sign in to see your account.`;
  return t`Sign in to open this page.`;
}

/** Shown when a user is stored in this browser, but the session could not be checked. */
function SessionUnknown({ reason }: { reason: unknown }) {
  const retry = () => (isChunkLoadError(reason) ? void reloadPage() : retrySession());
  return (
    <PageMessage heading={t`We could not sign you in`} onRetry={retry}>
      <span role="alert">
        {reason instanceof Error && !(reason instanceof TypeError)
          ? reason.message
          : t`Something went wrong.`}{' '}
        <Trans>You won't need to enter your password again.</Trans>
      </span>
    </PageMessage>
  );
}
