import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { Icon, menuIcon } from '#web/components/icon.tsx';
import { calendarIcon, dropIcon, peopleIcon, photoIcon } from '#web/components/icons.ts';
import { Modal } from '#web/components/modal.tsx';
import { InstallButton } from '#web/pwa/install-button.tsx';

/** Side menu on the left, in a drawer on small screens, and the page next to it. */
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
        <Icon path={menuIcon} />
      </button>
      <Modal variant="drawer" open={open} onClose={() => setOpen(false)} label={t`Dashboard sections`}>
        <SideMenu />
      </Modal>
    </div>
  );
}

const sections: readonly { to: string; label: string; icon: string }[] = [
  { to: '/dashboard/appointments', label: t`Appointments`, icon: calendarIcon },
  { to: '/dashboard/donors', label: t`Donors`, icon: dropIcon },
  { to: '/dashboard/volunteers', label: t`Volunteers`, icon: peopleIcon },
  { to: '/dashboard/gallery', label: t`Photo Gallery`, icon: photoIcon },
];

function SideMenu() {
  return (
    <nav aria-label={t`Dashboard`}>
      <ul className="grid gap-1">
        {sections.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} className="bb-drawer-link">
              <Icon path={icon} size={1.375} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      <InstallButton />
    </nav>
  );
}
