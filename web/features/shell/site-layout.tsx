import { Outlet, useLocation } from 'react-router';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnHeading } from './use-focus-on-heading.ts';

/** The bars above and below every page. */
export default function SiteLayout() {
  useFocusOnHeading();
  const { pathname } = useLocation();
  const wide = pathname.startsWith('/dashboard') ? 'bb-site-wide' : '';
  return (
    <div className={`flex min-h-dvh flex-col ${wide}`}>
      <a href="#main" className="bb-skip">
        Skip to content
      </a>
      <TopBar />
      <main id="main" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
