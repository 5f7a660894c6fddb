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
    <div className="bb-page pt-[clamp(1.75rem,4vw,2.5rem)] pb-18 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:items-start lg:gap-12 print:block print:p-0">
      <aside className="hidden lg:sticky lg:top-[calc(var(--bar)+2rem)] lg:block print:hidden">
        <SideMenu />
      </aside>
      <div className="min-h-[60vh] min-w-0">
        <Outlet />
      </div>
      <button
        type="button"
        data-floating
        className="fixed right-4 bottom-4 z-30 grid size-14 place-items-center rounded-full bg-red text-on-red shadow-(--shadow) lg:hidden print:hidden"
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
