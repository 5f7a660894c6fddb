import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { NotFound } from '#web/components/not-found.tsx';
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
