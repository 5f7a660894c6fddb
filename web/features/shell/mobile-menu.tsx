import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { itemPath } from '#contract/site.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { Drawer, openerOf } from '#web/components/drawer.tsx';
import { downIcon, Icon, menuIcon } from '#web/components/icon.tsx';
import { SessionLinks, siteLinks } from './session-links.tsx';

const ID = 'site-menu';

/** Opens the menu on small screens, and on all if the owner has added pages, for which the bar has no room. */
export function MobileMenu() {
  const { menu = [] } = pageData().site;
  return (
    <div className={menu.length > 0 ? '' : 'lg:hidden'}>
      <button type="button" className="bb-icon-button" aria-label={t`Menu`} {...openerOf(ID)}>
        <Icon path={menuIcon} />
      </button>
      <Drawer id={ID} label={t`Site menu`}>
        <nav aria-label={t`Site`}>
          <ul className="grid gap-1">
            {siteLinks().map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} className="bb-drawer-link">
                  {label}
                </NavLink>
              </li>
            ))}
            {menu.map(({ slug, title, lang }) => (
              <li key={slug}>
                <NavLink to={itemPath('page', slug)} lang={lang} className="bb-drawer-link">
                  <span className="min-w-0 py-2 wrap-anywhere">{title}</span>
                </NavLink>
              </li>
            ))}
            <li>
              <PagesGroup />
            </li>
          </ul>
        </nav>
        <div className="bb-drawer-session">
          <SessionLinks keepToken={true} />
        </div>
      </Drawer>
    </div>
  );
}

/** Opens without scripts. It is a button for assistive technology, because browsers map `summary` differently. */
function PagesGroup() {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const readState = () => setIsOpen(details.current?.open === true);
  // It may have been opened before hydration.
  useEffect(readState, []);
  return (
    <details ref={details} onToggle={readState}>
      {/* biome-ignore lint/a11y/useSemanticElements: a button would not open it without scripts */}
      <summary role="button" aria-expanded={isOpen} className="bb-drawer-link justify-between">
        <Trans>Pages</Trans>
        <Icon path={downIcon} size={1.125} />
      </summary>
      <ul className="ps-4">
        <li>
          <NavLink to="/donor" className="bb-drawer-link">
            <Trans>Submenu 1</Trans>
          </NavLink>
        </li>
        <li>
          <NavLink to="/reciever" className="bb-drawer-link">
            <Trans>Submenu 2</Trans>
          </NavLink>
        </li>
      </ul>
    </details>
  );
}
