import { type ComponentType, Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { firstField } from '#web/components/focus-on-mount.ts';
import { usePageFrame } from '#web/components/page-frame.ts';
import { ErrorPage } from './error-page.tsx';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';

export default function SiteLayout() {
  return (
    <Layout Frame={usePageFrame()}>
      <Outlet />
    </Layout>
  );
}

/** Keeps the navigation usable when a page throws an error. */
export function ErrorBoundary() {
  return (
    <Layout>
      <ErrorPage />
    </Layout>
  );
}

type LayoutProps = { Frame?: ComponentType<{ children: ReactNode }>; children: ReactNode };

function Layout({ Frame = Fragment, children }: LayoutProps) {
  const { pathname } = useLocation();
  useFocusOnHeading();
  return (
    <div className="flex bb-full-height flex-col">
      <TopBar />
      <Frame>
        <main id="main" tabIndex={-1} className="flex-1">
          {children}
        </main>
      </Frame>
      {/* Staff have their own menu, and lists in which the footer would only take space. */}
      {!pathname.startsWith('/staff') && <Footer />}
    </div>
  );
}

/** Moves the focus to the new page's first field or heading after a client-side navigation. */
function useFocusOnHeading(): void {
  const { pathname, hash, key } = useLocation();
  const previousLocation = useRef({ pathname, key });

  useEffect(() => {
    const previous = previousLocation.current;
    if (previous.key === key) return;
    previousLocation.current = { pathname, key };
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target) focusOn(target);
    else if (previous.pathname !== pathname) return focusOnHeading(document.querySelector('main'));
  }, [pathname, hash, key]);
}

/** Skips the heading of a loading indicator, which is about to be replaced. */
const pageHeading = 'h1:not([role=status] *)';

/**
 * Focuses the first field of a form page, the heading, or `main` until the heading is rendered. Returns a
 * cleanup function if it has to wait.
 */
function focusOnHeading(main: Element | null): (() => void) | undefined {
  const heading = document.querySelector(firstField) ?? main?.querySelector(pageHeading);
  if (heading || !main) return void focusOn(heading ?? null);
  focusOn(main);
  const observer = new MutationObserver(() => {
    const heading = main.querySelector(pageHeading);
    if (heading && document.activeElement === main) focusOn(heading);
    if (heading) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
