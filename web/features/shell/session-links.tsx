import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { signOut, useSession } from '#web/auth/auth-provider.tsx';
import { readItem } from '#web/auth/persistence.ts';
import { returnState } from '#web/auth/return-location.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { Icon, logoutIcon } from '#web/components/icon.tsx';

type Props = {
  /**
   * The mobile menu leaves the stored access token, which the server no longer accepts: the specification,
   * section 4.
   */
  keepToken: boolean;
};

/** Renders DashBoard and logout, or Login, depending on the shared login value. */
export function SessionLinks({ keepToken }: Props) {
  const { loginValue } = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  if (!loginValue) {
    const isSignInPage = location.pathname === '/login' || location.pathname === '/register';
    return (
      <NavLink
        to="/login"
        state={isSignInPage ? location.state : returnState(location)}
        className="bb-login-link"
      >
        <Trans>Login</Trans>
      </NavLink>
    );
  }
  const logOut = (event: MouseEvent) => {
    if (readItem('bloodBuddiesStaff') === null) return void signOut({ keepToken });
    // A staff member's device may hold unsent changes.
    event.preventDefault();
    void navigate('/staff/sign-out');
  };
  return (
    <>
      <NavLink to="/dashboard/appointments" className="bb-bar-link">
        <Trans>DashBoard</Trans>
      </NavLink>
      <Link
        to="/login"
        className="bb-icon-button"
        aria-label={t`Log out`}
        title={t`Log out`}
        onClick={logOut}
      >
        <Icon path={logoutIcon} />
      </Link>
    </>
  );
}

/** The pages that the top bar and the mobile menu list. */
export const siteLinks = () => [
  { to: '/home', label: t`Home` },
  { to: '/about', label: t`About Us` },
  ...(pageData().site.hasCenters ? [{ to: '/centers', label: t`Centers` }] : []),
  { to: '/campaign', label: t`Campaign` },
  { to: '/blogs', label: t`Blogs` },
  { to: '/contact', label: t`Contact` },
];
