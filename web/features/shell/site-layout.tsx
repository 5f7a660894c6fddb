import { Outlet } from 'react-router';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnHeading } from './use-focus-on-heading.ts';

/** The bars above and below every page. */
export default function SiteLayout() {
  useFocusOnHeading();
  return (
    <div className="flex min-h-dvh flex-col">
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
