import { t } from '@lingui/core/macro';
import { NavLink } from 'react-router';
import { LanguageSwitch } from '#web/language/language-switch.tsx';
import { BrandLink } from './brand-link.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { OnTheWay } from './on-the-way.tsx';
import { SessionLinks } from './session-links.tsx';
import { siteLinks } from './site-links.ts';

export function TopBar() {
  return (
    <header className="bb-bar">
      <div className="bb-page bb-bar-row">
        <BrandLink />
        <nav aria-label={t`Site`} className="bb-bar-nav">
          <ul>
            {siteLinks.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} className="bb-bar-link">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
          <div className="bb-bar-session">
            <SessionLinks keepToken={false} />
          </div>
        </nav>
        <LanguageSwitch />
        <MobileMenu />
      </div>
      <OnTheWay />
    </header>
  );
}
