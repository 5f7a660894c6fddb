import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import type { PageHandle } from '#web/auth/page-handle.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { FullHeightSpinner, PageSpinner } from '#web/components/spinner.tsx';

const EmailedLink = lazyComponent(() => import('./emailed-link.tsx'));

export const meta = () => pageMeta({ title: t`Your reminder` });

export const handle = { isShell: true } satisfies Partial<PageHandle>;

/**
 * Renders the page that the links in reminder emails open. The token is in the URL fragment, which browsers
 * do not send.
 */
export default function ReminderPage() {
  const isHydrated = useHydrated();
  if (!isHydrated) return <FullHeightSpinner />;
  return (
    <div className="bb-page bb-section bb-full-height">
      <div className="bb-card mx-auto max-w-md p-6 sm:p-10">
        <Suspense fallback={<PageSpinner />}>
          <EmailedLink />
        </Suspense>
      </div>
    </div>
  );
}
