import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Drawer } from '#web/ui/drawer.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SideMenu } from './side-menu.tsx';

/** A menu on the left, in a drawer on small screens; the page fills the rest. */
export default function DashboardLayout() {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer
  useEffect(() => setOpen(false), [key]);

  return (
    <div className="bb-page bb-dashboard">
      <aside className="bb-dashboard-side">
        <SideMenu />
      </aside>
      <div className="bb-dashboard-main">
        <Outlet />
      </div>
      <button
        type="button"
        className="bb-floating-button"
        aria-label={t`Dashboard sections`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
      </button>
      <Drawer open={open} onClose={() => setOpen(false)} label={t`Dashboard sections`}>
        <SideMenu />
      </Drawer>
    </div>
  );
}
