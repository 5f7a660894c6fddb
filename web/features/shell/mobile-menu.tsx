import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { Drawer, openerOf } from '#web/components/drawer.tsx';
import { downIcon, Icon, menuIcon } from '#web/components/icon.tsx';
import { SessionLinks, siteLinks } from './session-links.tsx';

const ID = 'site-menu';

export function MobileMenu() {
  return (
    <div className="lg:hidden">
      <button type="button" className="bb-icon-button" aria-label={t`Menu`} {...openerOf(ID)}>
        <Icon path={menuIcon} />
      </button>
      <Drawer id={ID} label={t`Site menu`}>
        <nav aria-label={t`Site`}>
          <ul className="grid gap-1">
            {siteLinks.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} className="bb-drawer-link">
                  {label}
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

function PagesGroup() {
  return (
    <details>
      <summary className="bb-drawer-link justify-between">
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
