import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import type { PageHandle } from '#web/auth/page-handle.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { FullHeightSpinner, PageSpinner } from '#web/components/spinner.tsx';

const EmailedOffer = lazyComponent(() => import('./emailed-offer.tsx'));

export const meta = () => pageMeta({ title: t`A place for you` });

export const handle = { isShell: true } satisfies Partial<PageHandle>;

/**
 * Renders the page that links to a slot open. The token is in the URL fragment, which browsers do not send.
 */
export default function SlotOfferPage() {
  const isHydrated = useHydrated();
  if (!isHydrated) return <FullHeightSpinner />;
  return (
    <div className="bb-page bb-section bb-full-height">
      <div className="bb-card mx-auto max-w-lg p-6 sm:p-10">
        <Suspense fallback={<PageSpinner />}>
          <EmailedOffer />
        </Suspense>
      </div>
    </div>
  );
}
