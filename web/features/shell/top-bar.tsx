import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, NavLink, useNavigation } from 'react-router';
import { ownerLogo, pageData, siteName } from '#web/before-react/page-data.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SessionLinks, siteLinks } from './session-links.tsx';

export function TopBar() {
  return (
    <header className="bb-bar low:static">
      <a href="#main" className="bb-skip-link">
        <Trans>Skip to content</Trans>
      </a>
      <div className="bb-page bb-bar-row">
        <BrandLink />
        <nav aria-label={t`Site`} className="bb-bar-nav">
          <ul>
            {siteLinks().map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} className="bb-bar-link">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
          <div>
            <SessionLinks keepToken={false} />
          </div>
        </nav>
        <LanguageSwitch />
        <MobileMenu />
      </div>
      <NavigationProgress />
    </header>
  );
}

function BrandLink() {
  return (
    <Link to="/" className="bb-brand">
      <Mark />
      {siteName()}
    </Link>
  );
}

const MARK_HEIGHT = 36;
const MAX_MARK_RATIO = 3;

/** The owner's logo, or ours. It is decorative, because the name of the site is beside it. */
function Mark() {
  const { logo } = pageData().site;
  if (logo) {
    const width = Math.round(MARK_HEIGHT * Math.min(MAX_MARK_RATIO, Math.max(1, logo.ratio)));
    return (
      <img src={ownerLogo('mark')} alt="" width={width} height={MARK_HEIGHT} className="rounded-small" />
    );
  }
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path d="M12.5 3.5C17 9 20 12.8 20 17a7.5 7.5 0 0 1-15 0c0-4.2 3-8 7.5-13.5z" fill="var(--color-red)" />
      <path
        d="M22.5 11.5c3 3.7 5 6.2 5 9a5 5 0 0 1-10 0c0-2.8 2-5.3 5-9z"
        fill="var(--color-red-ink)"
        stroke="var(--color-paper)"
        strokeWidth="2"
      />
    </svg>
  );
}

/**
 * Progress bar under the top bar while the next page loads. CSS delays it, so that fast pages never show it.
 */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div role="progressbar" aria-label={t`Loading the page`} className="bb-page-progress" />;
}
