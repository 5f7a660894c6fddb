import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { NotFound } from '#web/components/not-found.tsx';
import { ClaimPage } from '../check-in/claim-page.tsx';
import { ScanPage } from '../check-in/scan-page.tsx';
import { TodayPage } from '../check-in/today-page.tsx';
import { FiguresPage } from '../figures/figures-page.tsx';
import { Guarded } from '../shell/guarded.tsx';
import { JoinPage } from './join-page.tsx';
import { LogPage } from './log-page.tsx';
import { ModerationPage } from './moderation-page.tsx';
import { PeoplePage } from './people-page.tsx';
import { SettingsPage } from './settings-page.tsx';
import { StaffLayout } from './staff-layout.tsx';
import { StartPage } from './start-page.tsx';

const pages = new Map<string, ComponentType>([
  ['', StartPage],
  ['today', TodayPage],
  ['scan', ScanPage],
  ['moderation', ModerationPage],
  ['people', PeoplePage],
  ['log', LogPage],
  ['figures', FiguresPage],
  ['settings', SettingsPage],
]);

/** The pages of the staff side. */
export default function StaffPages() {
  const { page = '' } = useParams();
  if (page === 'join') return <JoinPage />;
  // For donors: a page of its own would add to what every donor loads.
  if (page === 'claim')
    return (
      <Guarded>
        <ClaimPage />
      </Guarded>
    );
  const Page = pages.get(page);
  if (!Page) return <NotFound />;
  return (
    <Guarded>
      <StaffLayout>
        <Page />
      </StaffLayout>
    </Guarded>
  );
}
