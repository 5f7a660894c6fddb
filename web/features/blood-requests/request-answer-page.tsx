import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import type { PageHandle } from '#web/auth/page-handle.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { FullHeightSpinner, PageSpinner } from '#web/components/spinner.tsx';

const EmailedQuestion = lazyComponent(() => import('./emailed-question.tsx'));

export const meta = () => pageMeta({ title: t`Can you give blood?` });

export const handle = { isShell: true } satisfies Partial<PageHandle>;

/** Renders the page that a donor's question links to. Browsers do not send its token, which is the fragment. */
export default function RequestAnswerPage() {
  const isHydrated = useHydrated();
  if (!isHydrated) return <FullHeightSpinner />;
  return (
    <div className="bb-page bb-section bb-full-height">
      <div className="bb-card mx-auto max-w-lg p-6 sm:p-10">
        <Suspense fallback={<PageSpinner />}>
          <EmailedQuestion />
        </Suspense>
      </div>
    </div>
  );
}
