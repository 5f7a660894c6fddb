import { t } from '@lingui/core/macro';
import { NavLink } from 'react-router';
import { InstallButton } from '#web/features/offline/install-button.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';

const sections: readonly { to: string; label: string; icon: IconName }[] = [
  { to: '/dashboard/appointments', label: t`Appointments`, icon: 'calendar' },
  { to: '/dashboard/donors', label: t`Donors`, icon: 'drop' },
  { to: '/dashboard/volunteers', label: t`Volunteers`, icon: 'people' },
  { to: '/dashboard/gallery', label: t`Photo Gallery`, icon: 'photo' },
];

export function SideMenu() {
  return (
    <nav aria-label={t`Dashboard`}>
      <ul className="grid gap-1">
        {sections.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} className="bb-drawer-link">
              <Icon name={icon} size={1.375} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      <InstallButton />
    </nav>
  );
}
