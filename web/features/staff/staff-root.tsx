import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { FullHeightSpinner } from '#web/components/spinner.tsx';
import { pageMeta } from '#web/document/page-meta.ts';

export const meta = () => pageMeta({ title: t`Staff` });

const StaffPages = lazyComponent(() => import('./staff-pages.tsx'));

/** One route whose pages load on demand, so that the list of routes and files that donors load stays small. */
export default function StaffRoot() {
  return (
    <Suspense fallback={<FullHeightSpinner />}>
      <StaffPages />
    </Suspense>
  );
}
