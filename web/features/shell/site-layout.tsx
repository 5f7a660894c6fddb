import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '#web/auth/auth-provider.tsx';
import { ErrorPage } from './error-page.tsx';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';

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

function Bars({ children }: { children: ReactNode }) {
  useFocusOnHeading();
  useMembersAhead();
  const { pathname } = useLocation();
  const wide = pathname.startsWith('/dashboard') ? 'bb-wide-page' : '';
  return (
    <div className={`flex bb-full-height flex-col ${wide}`}>
      <a href="#main" className="bb-skip-link">
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
      void import('./prefetch-routes.ts').then(({ prefetchRoutes }) => prefetchRoutes()).catch(() => {});
  }, [state]);
}

/** After a navigation inside the site the focus goes to the new page's heading, as after a real page load. */
function useFocusOnHeading(): void {
  const { pathname, hash, key } = useLocation();
  const seen = useRef({ pathname, key });

  useEffect(() => {
    const before = seen.current;
    if (before.key === key) return;
    seen.current = { pathname, key };
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target) focusOn(target);
    else if (before.pathname !== pathname) return focusOnHeading(document.querySelector('main'));
  }, [pathname, hash, key]);
}

/** The heading, or the page's part until its heading is there. Gives what ends the waiting. */
function focusOnHeading(main: Element | null): (() => void) | undefined {
  const heading = main?.querySelector('h1');
  if (heading || !main) return void focusOn(heading ?? null);
  focusOn(main);
  const observer = new MutationObserver(() => {
    const late = main.querySelector('h1');
    if (late && document.activeElement === main) focusOn(late);
    if (late) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}
