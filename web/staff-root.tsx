import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import type { MetaFunction } from 'react-router';
import type { PageHandle } from '#web/auth/page-handle.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { FullHeightSpinner } from '#web/components/spinner.tsx';
import { RouteLoadError } from './features/shell/error-page.tsx';

const titles: Record<string, string> = {
  today: t`Today`,
  'sign-out': t`Log out`,
  scan: t`Scan passes`,
  centers: t`Centers`,
  closings: t`Closings`,
  figures: t`Figures`,
  moderation: t`Photos and reviews`,
  reviews: t`Earlier reviews`,
  people: t`People and shifts`,
  log: t`Log`,
  settings: t`Settings`,
  accounts: t`Accounts`,
  payments: t`Payments`,
  'imported-donations': t`Earlier donations`,
  messages: t`Undelivered messages`,
  backups: t`Backups`,
  site: t`Your site`,
};

export const meta: MetaFunction = ({ params: { page = '' } }) =>
  pageMeta({ title: titles[page] ?? t`Staff` });

const StaffPages = lazyComponent(() => import('./staff-pages.tsx'), RouteLoadError);

export const handle = { isShell: true } satisfies Partial<PageHandle>;

/**
 * Renders all staff pages as one route, which loads each page on demand, so that the list of routes and files
 * that donors load stays small.
 */
export default function StaffRoot() {
  return (
    <Suspense fallback={<FullHeightSpinner />}>
      <StaffPages />
    </Suspense>
  );
}
