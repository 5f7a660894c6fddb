import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getStaffMember } from '#contract/staff.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { ApiError } from '#web/api/errors.ts';
import { isUnreachable } from '#web/api/is-unreachable.ts';
import { useQuery } from '#web/api/queries.ts';
import { reloadUser } from '#web/auth/account.ts';
import { signOut, useSession } from '#web/auth/auth-provider.tsx';
import { readStoredStaff } from '#web/auth/own-shift.ts';
import { returnState } from '#web/auth/return-location.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { type FailedQuery, LoadError } from '#web/components/load-error.tsx';
import { FullHeightSpinner } from '#web/components/spinner.tsx';
import { ConfirmEmail } from '../account/confirm-email.tsx';
import { StaffMenu } from './staff-menu.tsx';
import { StaffMessage } from './staff-message.tsx';
import { staffQuery } from './staff-query.ts';
import { roleNames } from './texts.ts';

type Staff = ResponseOf<typeof getStaffMember>;
const StaffContext = createContext<Staff>({ roles: [], shiftEndsAt: '', secondFactor: false });

/** Returns the signed-in person's roles and shift. */
export const useStaff = (): Staff => useContext(StaffContext);

/** Whether the signed-in person is a coordinator of this center, or an owner. */
export const useIsCoordinator = (centerId: string | undefined): boolean =>
  useStaff().roles.some(
    (held) => held.role === 'owner' || (held.role === 'coordinator' && held.centerId === centerId),
  );

type LayoutProps = {
  /**
   * The changes that are only on this device, shown when the shift has ended or the roles cannot be loaded.
   */
  unsentChanges: ReactNode;
  children: ReactNode;
};

/**
 * Shows the menu for the person's roles above the page. If there is no role or shift, shows what to do
 * instead of the page.
 */
export function StaffLayout({ unsentChanges, children }: LayoutProps) {
  const { user } = useSession();
  const staff = useQuery(staffQuery(user?.uid));
  if (staff.isPending) return <FullHeightSpinner />;
  // While offline, the stored shift is valid until its end.
  const isOffline = isUnreachable(staff.error) && readStoredStaff(user?.uid) !== undefined;
  if (staff.error && !(isOffline && staff.data))
    return <NoAccess query={staff} unsentChanges={unsentChanges} />;
  const { roles } = staff.data as Staff;
  return (
    <div className="bb-staff bb-page bb-full-height grid grid-cols-1 content-start gap-4 pt-3 pb-18 xl:gap-3">
      <StaffMenu roles={roles} />
      <StaffContext value={staff.data as Staff}>{children}</StaffContext>
    </div>
  );
}

/**
 * Hides the page from a person without the required role, even if the role was revoked while the page was
 * open.
 */
export function ForRoles({
  roles,
  children,
}: {
  roles: readonly StaffRole[] | undefined;
  children: ReactNode;
}) {
  const staff = useStaff();
  if (!roles || staff.roles.some(({ role }) => roles.includes(role))) return children;
  const names = roles.map((role) => roleNames[role]).join(', ');
  return (
    <StaffMessage heading={t`You don't have the role for this page`} text={t`This page is for: ${names}.`}>
      <LinkButton to="/staff">
        <Trans>Start</Trans>
      </LinkButton>
    </StaffMessage>
  );
}

type NoAccessProps = {
  query: FailedQuery & { refetch: () => Promise<unknown> };
  unsentChanges: ReactNode;
};

function NoAccess({ query, unsentChanges }: NoAccessProps) {
  const { error, refetch } = query;
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'shift-ended') return <ShiftEnded unsentChanges={unsentChanges} />;
  if (code === 'not-found') return <NoRole onRetry={refetch} />;
  return (
    <div className="bb-page bb-section">
      <h1 className="sr-only">
        <Trans>Staff</Trans>
      </h1>
      <LoadError name={t`Your roles`} query={query} />
      {unsentChanges}
    </div>
  );
}

function ShiftEnded({ unsentChanges }: { unsentChanges: ReactNode }) {
  const navigate = useNavigate();
  const location = useLocation();
  const signInAgain = async () => {
    await signOut({ keepToken: false });
    await navigate('/login', { replace: true, state: returnState(location) });
  };
  return (
    <StaffMessage
      heading={t`Your shift has ended`}
      text={t`A shift lasts 12 hours on a device, unless you or the owner end it earlier. Sign in again to start a new one.`}
    >
      {unsentChanges}
      <Button onClick={() => void signInAgain()}>
        <Trans>Sign in again</Trans>
      </Button>
    </StaffMessage>
  );
}

function NoRole({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const { user } = useSession();
  const email = user?.email ?? '';
  const isConfirmed = user?.emailVerified !== false;
  /** True until the invitation to the confirmed address is accepted. */
  const [isWaiting, setIsWaiting] = useState(!isConfirmed);
  // The link is usually opened in another tab.
  useEffect(() => {
    if (isConfirmed) return;
    const reload = () => {
      if (document.visibilityState === 'visible') void reloadUser();
    };
    document.addEventListener('visibilitychange', reload);
    return () => document.removeEventListener('visibilitychange', reload);
  }, [isConfirmed]);
  useEffect(() => {
    if (isConfirmed && isWaiting) void onRetry().then(() => setIsWaiting(false));
  }, [isConfirmed, isWaiting, onRetry]);
  if (!isConfirmed)
    return (
      <StaffMessage
        heading={t`Confirm your email address`}
        text={t`You are signed in as ${email}. Are you invited to the staff? We emailed you a link when you registered: open it to accept the invitation.`}
      >
        <ConfirmEmail>
          <Trans>Send a new link</Trans>
        </ConfirmEmail>
      </StaffMessage>
    );
  if (isWaiting) return <FullHeightSpinner />;
  return (
    <StaffMessage
      heading={t`These pages are for the staff`}
      text={t`You are signed in as ${email}, which has no role here. If you are invited, sign in with the address of the invitation.`}
    >
      <LinkButton to="/dashboard/account">
        <Trans>Your account</Trans>
      </LinkButton>
    </StaffMessage>
  );
}
