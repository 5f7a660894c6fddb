import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDeferredValue, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { resolveUser, retrySession, useSession } from '#web/auth/auth-provider.tsx';
import { rendersWithoutSession } from '#web/auth/page-handle.ts';
import { returnState } from '#web/auth/return-location.ts';
import { PageMessage } from '#web/components/page-message.tsx';
import { FullHeightSpinner } from '#web/components/spinner.tsx';
import { isChunkLoadError } from '#web/document/chunk-load-error.ts';

/** Lets signed-in people pass; everyone else goes to /login, which brings them back here. */
export default function Guard() {
  const { state, remembered, left, gone, unreachable } = useSession();
  const location = useLocation();
  const atOnce = rendersWithoutSession(useMatches());
  const inside = state === 'signed-in' || (atOnce && remembered === true);
  const [entered, setEntered] = useState(inside);
  if (inside && !entered) setEntered(true);
  // The page is drawn piece by piece: as one it would hold a slow phone for a fifth of a second.
  const open = useDeferredValue(inside);
  useEffect(() => {
    if (!atOnce) resolveUser();
  }, [atOnce]);

  if (inside && open) return <Outlet />;
  if (inside || state === 'loading') return <FullHeightSpinner />;
  if (unreachable !== undefined) return <SessionUnknown reason={unreachable} />;
  // Only whoever was inside when it went: later this is a guarded page as any other.
  if (gone && entered) return <Navigate to="/" replace />;
  return <Navigate to="/login" replace state={left ? null : returnState(location)} />;
}

/** This browser remembers somebody, but nobody could be asked whether their session still lives. */
function SessionUnknown({ reason }: { reason: unknown }) {
  const retry = () => (isChunkLoadError(reason) ? location.reload() : retrySession());
  return (
    <PageMessage heading={t`We could not sign you in`} retry={retry}>
      <span role="alert">
        {reason instanceof Error && !(reason instanceof TypeError)
          ? reason.message
          : t`Something went wrong.`}{' '}
        <Trans>You won't need to enter your password again.</Trans>
      </span>
    </PageMessage>
  );
}
