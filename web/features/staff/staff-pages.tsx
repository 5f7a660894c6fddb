import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import type { StaffRole } from '#contract/staff-access.ts';
import { NotFound } from '#web/components/not-found.tsx';
import { CentersPage } from '../center-administration/centers-page.tsx';
import { ClaimPage } from '../check-in/claim-page.tsx';
import { ScanPage } from '../check-in/scan-page.tsx';
import { SignOutPage } from '../check-in/sign-out-page.tsx';
import { TodayPage } from '../check-in/today-page.tsx';
import { ClosingsPage } from '../closings/closings-page.tsx';
import { FiguresPage } from '../figures/figures-page.tsx';
import { Guarded } from '../shell/guarded.tsx';
import { AccountsPage } from './accounts-page.tsx';
import { BackupsPage } from './backups-page.tsx';
import { DecidedReviewsPage } from './decided-reviews-page.tsx';
import { JoinPage } from './join-page.tsx';
import { LogPage } from './log-page.tsx';
import { MessagesPage } from './messages-page.tsx';
import { ModerationPage } from './moderation-page.tsx';
import { PaymentsPage } from './payments-page.tsx';
import { PeoplePage } from './people-page.tsx';
import { SettingsPage } from './settings-page.tsx';
import { ForRoles, StaffLayout, useStaff } from './staff-layout.tsx';
import { StartPage } from './start-page.tsx';
import './staff.css';

type StaffPage = { Page: ComponentType; roles?: readonly StaffRole[] };

const owners = ['owner'] as const;
const moderators = ['owner', 'moderator'] as const;
const coordinators = ['owner', 'coordinator'] as const;
const door = ['owner', 'coordinator', 'door'] as const;

/** Without `roles`, the page is for everybody on the staff. The server decides about each request anyway. */
const pages = new Map<string, StaffPage>([
  ['', { Page: FirstPage }],
  ['shift', { Page: StartPage }],
  ['today', { Page: TodayPage, roles: door }],
  ['scan', { Page: ScanPage, roles: door }],
  ['moderation', { Page: ModerationPage, roles: moderators }],
  ['reviews', { Page: DecidedReviewsPage, roles: moderators }],
  ['figures', { Page: FiguresPage, roles: coordinators }],
  ['closings', { Page: ClosingsPage, roles: coordinators }],
  ['centers', { Page: CentersPage, roles: coordinators }],
  ['people', { Page: PeoplePage, roles: owners }],
  ['log', { Page: LogPage, roles: owners }],
  ['settings', { Page: SettingsPage, roles: owners }],
  ['accounts', { Page: AccountsPage, roles: owners }],
  ['payments', { Page: PaymentsPage, roles: owners }],
  ['messages', { Page: MessagesPage, roles: owners }],
  ['backups', { Page: BackupsPage, roles: owners }],
]);

/** Pages below which an address continues with an id. */
const pagesWithId = ['centers'];

/** Coordinators and door staff begin with today's list. */
function FirstPage() {
  const { roles } = useStaff();
  const hasStart = roles.some(({ role }) => role === 'owner' || role === 'moderator');
  return hasStart ? <StartPage /> : <Navigate to="/staff/today" replace />;
}

/** The pages of the staff side. */
export default function StaffPages() {
  const { page = '', id } = useParams();
  if (page === 'join') return <JoinPage />;
  // For donors: a page of its own would add to what every donor loads.
  if (page === 'claim') return <ClaimPage />;
  // Also when the shift has ended.
  if (page === 'sign-out')
    return (
      <Guarded>
        <SignOutPage />
      </Guarded>
    );
  const found = pages.get(page);
  if (!found || (id !== undefined && !pagesWithId.includes(page))) return <NotFound />;
  return (
    <Guarded>
      <StaffLayout>
        <ForRoles roles={found.roles}>
          <found.Page />
        </ForRoles>
      </StaffLayout>
    </Guarded>
  );
}
