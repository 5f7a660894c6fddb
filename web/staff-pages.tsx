import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import type { Feature } from '#contract/features.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { hasFeature } from '#web/api/config.ts';
import { NotFound } from '#web/components/not-found.tsx';
import { StaffRequestsPage } from './features/blood-requests/staff-requests-page.tsx';
import { CentersPage } from './features/center-administration/centers-page.tsx';
import { ClaimPage } from './features/check-in/claim-page.tsx';
import { EndOwnShift } from './features/check-in/end-own-shift.tsx';
import { ScanPage } from './features/check-in/scan/scan-page.tsx';
import { SignOutPage } from './features/check-in/sign-out-page.tsx';
import { TodayPage } from './features/check-in/today/today-page.tsx';
import { UnsentChanges } from './features/check-in/unsent-changes.tsx';
import { ClosingsPage } from './features/closings/closings-page.tsx';
import { FiguresPage } from './features/figures/figures-page.tsx';
import { DecidedReviewsPage } from './features/moderation/decided-reviews-page.tsx';
import { ModerationPage } from './features/moderation/moderation-page.tsx';
import { StaffNeedsPage } from './features/needs/staff-needs-page.tsx';
import { AccountsPage } from './features/people/accounts-page.tsx';
import { JoinPage } from './features/people/join-page.tsx';
import { PeoplePage } from './features/people/people-page.tsx';
import { RequireSignIn } from './features/shell/require-sign-in.tsx';
import { BackupsPage } from './features/site-administration/backups-page.tsx';
import { ImportedDonationsPage } from './features/site-administration/imported-donations-page.tsx';
import { MessagesPage } from './features/site-administration/messages-page.tsx';
import { PaymentsPage } from './features/site-administration/payments-page.tsx';
import { SettingsPage } from './features/site-administration/settings-page.tsx';
import { SitePage } from './features/site-content/site-page.tsx';
import { ForRoles, StaffLayout, useStaff } from './features/staff/staff-layout.tsx';
import { StartPage } from './features/staff/start-page.tsx';
import { LogPage } from './features/staff-log/log-page.tsx';
import './features/staff/staff.css';

type StaffPage = { Page: ComponentType; roles?: readonly StaffRole[]; feature?: Feature };

const owners = ['owner'] as const;
const editors = ['owner', 'editor'] as const;
const moderators = ['owner', 'moderator'] as const;
const coordinators = ['owner', 'coordinator'] as const;
const door = ['owner', 'coordinator', 'door'] as const;

const ShiftPage = () => <StartPage endShift={<EndOwnShift />} />;

/** If `roles` is absent, the page is for all staff. The server authorizes each request anyway. */
const pages = new Map<string, StaffPage>([
  ['', { Page: FirstPage }],
  ['shift', { Page: ShiftPage }],
  ['today', { Page: TodayPage, roles: door }],
  ['scan', { Page: ScanPage, roles: door }],
  ['moderation', { Page: ModerationPage, roles: moderators }],
  ['reviews', { Page: DecidedReviewsPage, roles: moderators }],
  ['figures', { Page: FiguresPage, roles: coordinators }],
  ['closings', { Page: ClosingsPage, roles: coordinators }],
  ['centers', { Page: CentersPage, roles: coordinators }],
  ['requests', { Page: StaffRequestsPage, roles: coordinators, feature: 'requests' }],
  ['needs', { Page: StaffNeedsPage, roles: coordinators, feature: 'requests' }],
  ['site', { Page: SitePage, roles: editors }],
  ['people', { Page: PeoplePage, roles: owners }],
  ['log', { Page: LogPage, roles: owners }],
  ['settings', { Page: SettingsPage, roles: owners }],
  ['accounts', { Page: AccountsPage, roles: owners }],
  ['payments', { Page: PaymentsPage, roles: owners }],
  ['imported-donations', { Page: ImportedDonationsPage, roles: owners }],
  ['messages', { Page: MessagesPage, roles: owners }],
  ['backups', { Page: BackupsPage, roles: owners }],
]);

/** How many parts may follow the name of a page in its address. Default: none. */
const partsAfter: Record<string, number> = { centers: 1, site: 2 };

/** Coordinators and door staff begin with today's list. */
function FirstPage() {
  const { roles } = useStaff();
  const hasStart = roles.some(({ role }) => ['owner', 'moderator', 'editor'].includes(role));
  return hasStart ? <ShiftPage /> : <Navigate to="/staff/today" replace />;
}

export default function StaffPages() {
  const { page = '', id, item } = useParams();
  if (page === 'join') return <JoinPage />;
  // A donor's page. A route of its own would add to what every donor loads.
  if (page === 'claim') return <ClaimPage />;
  // Available even when the shift has ended.
  if (page === 'sign-out')
    return (
      <RequireSignIn>
        <SignOutPage />
      </RequireSignIn>
    );
  const found = pages.get(page);
  const parts = [id, item].filter((part) => part !== undefined).length;
  if (!found || (found.feature && !hasFeature(found.feature)) || parts > (partsAfter[page] ?? 0))
    return <NotFound />;
  return (
    <RequireSignIn>
      <StaffLayout unsentChanges={<UnsentChanges />}>
        <ForRoles roles={found.roles}>
          <found.Page />
        </ForRoles>
      </StaffLayout>
    </RequireSignIn>
  );
}
