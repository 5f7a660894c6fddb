import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '#web/session/session.tsx';
import { ErrorPage } from './error-page.tsx';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnHeading } from './use-focus-on-heading.ts';

export default function SiteLayout() {
  return (
    <Bars>
      <Outlet />
    </Bars>
  );
}

/** A page that breaks leaves the ways to all others. */
export function ErrorBoundary() {
  return (
    <Bars>
      <ErrorPage />
    </Bars>
  );
}

/** The bars above and below every page. */
function Bars({ children }: { children: ReactNode }) {
  useFocusOnHeading();
  useMembersAhead();
  const { pathname } = useLocation();
  const wide = pathname.startsWith('/dashboard') ? 'bb-site-wide' : '';
  return (
    <div className={`flex bb-full-height flex-col ${wide}`}>
      <a href="#main" className="bb-skip">
        <Trans>Skip to content</Trans>
      </a>
      <TopBar />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer />
    </div>
  );
}

function useMembersAhead(): void {
  const { state } = useSession();
  useEffect(() => {
    // Only faster for it: where it does not come, pages come when they are asked for.
    if (state === 'signed-in')
      void import('./members-ahead.ts').then(({ fetchAhead }) => fetchAhead()).catch(() => {});
  }, [state]);
}
