import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ComponentType, ReactNode } from 'react';
import { Navigate, NavLink, useMatches, useOutlet } from 'react-router';
import { useSession } from '#web/auth/auth-provider.tsx';
import { isStaff } from '#web/auth/is-staff.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { Button } from '#web/components/button.tsx';
import { Drawer, openerOf } from '#web/components/drawer.tsx';
import { downIcon, Icon } from '#web/components/icon.tsx';
import {
  calendarIcon,
  checkIcon,
  dropIcon,
  heartIcon,
  peopleIcon,
  personIcon,
  photoIcon,
} from '#web/components/icons.ts';
import type { FramedPage } from '#web/components/page-frame.ts';
import { InstallButton } from '#web/pwa/install-button.tsx';

/** Type of the `handle` export of a page with a section below the side menu and `<main>`. */
export type DashboardPage = { Below: ComponentType };

export const handle: FramedPage = { Frame: DashboardFrame };

/** Redirects from /dashboard, which has no page of its own. */
export default function DashboardLayout() {
  return useOutlet() ?? <Navigate to="/dashboard/appointments" replace />;
}

/**
 * Shows the side menu on the left, in a drawer on small screens, and the page next to it, even while the
 * session is being restored.
 */
function DashboardFrame({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  const { Below } = (useMatches().at(-1)?.handle ?? {}) as Partial<DashboardPage>;

  return (
    <>
      <MenuBar />
      <div className="bb-page bb-full-height pt-[clamp(1rem,4vw,2.5rem)] pb-16 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start lg:gap-6 xl:grid-cols-[14rem_minmax(0,1fr)] xl:gap-10 print:block print:min-h-0 print:p-0">
        <div className="hidden lg:sticky lg:top-[calc(var(--bar)+2rem)] lg:block print:hidden">
          {isHydrated && <SideMenu />}
        </div>
        {children}
      </div>
      {Below && <Below />}
      <Drawer id={DRAWER_ID} label={t`Dashboard sections`}>
        <SideMenu />
      </Drawer>
    </>
  );
}

const DRAWER_ID = 'dashboard-sections';

/**
 * Renders a sticky bar below the top bar, with the button that opens the side menu on small screens. A bar at
 * the bottom of the window would cover controls. The bar is not sticky in short windows, to leave room for
 * the page.
 */
function MenuBar() {
  return (
    <nav
      aria-label={t`Dashboard`}
      data-floating
      className="sticky top-(--bar) z-30 border-line border-b bg-paper lg:hidden print:hidden low:static"
    >
      <div className="bb-page">
        <Button variant="text" size="small" className="-ms-4" {...openerOf(DRAWER_ID)}>
          <Trans>Dashboard sections</Trans>
          <Icon path={downIcon} />
        </Button>
      </div>
    </nav>
  );
}

type Section = { to: string; label: string; icon: string };

const sections: readonly Section[] = [
  { to: '/dashboard/appointments', label: t`Appointments`, icon: calendarIcon },
  { to: '/dashboard/donors', label: t`Donors`, icon: dropIcon },
  { to: '/dashboard/volunteers', label: t`Volunteers`, icon: peopleIcon },
  { to: '/dashboard/gallery', label: t`Photo Gallery`, icon: photoIcon },
];

const ownPages: readonly Section[] = [
  { to: '/dashboard/donations', label: t`My donations`, icon: heartIcon },
  { to: '/dashboard/account', label: t`Your account`, icon: personIcon },
];

const staffPages: readonly Section[] = [{ to: '/staff', label: t`Staff pages`, icon: checkIcon }];

function SideMenu() {
  const { user } = useSession();
  const group = 'grid gap-1 mt-3 border-line border-t pt-3';
  return (
    <nav aria-label={t`Dashboard`}>
      <SectionLinks sections={sections} />
      <SectionLinks sections={ownPages} className={group} />
      {user && isStaff() && <SectionLinks sections={staffPages} className={group} />}
      <InstallButton />
    </nav>
  );
}

type LinksProps = { sections: readonly Section[]; className?: string };

function SectionLinks({ sections, className = 'grid gap-1' }: LinksProps) {
  return (
    <ul className={className}>
      {sections.map(({ to, label, icon }) => (
        <li key={to}>
          <NavLink to={to} className="bb-drawer-link">
            <Icon path={icon} size={1.375} />
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
