import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { downIcon, Icon, menuIcon } from '#web/components/icon.tsx';
import { Modal } from '#web/components/modal.tsx';
import { SessionLinks, siteLinks } from './session-links.tsx';

export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setOpen(false), [key]);

  return (
    <div className="lg:hidden noscript:hidden">
      <button
        type="button"
        className="bb-icon-button"
        aria-label={t`Menu`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon path={menuIcon} />
      </button>
      <Modal variant="drawer" open={open} onClose={() => setOpen(false)} label={t`Site menu`}>
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
      </Modal>
    </div>
  );
}

function PagesGroup() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="bb-drawer-link w-full justify-between"
        aria-expanded={open}
        aria-controls="pages-group"
        onClick={() => setOpen(!open)}
      >
        <Trans>Pages</Trans>
        <Icon path={downIcon} size={1.125} className={open ? 'bb-upside-down' : undefined} />
      </button>
      <ul id="pages-group" hidden={!open} className="ps-4">
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
    </>
  );
}
