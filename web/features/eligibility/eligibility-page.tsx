import { t } from '@lingui/core/macro';
import { deferredSections } from '#web/document/deferred-sections.tsx';
import { pageMeta } from '#web/document/page-meta.ts';

export const meta = () =>
  pageMeta({
    title: t`Can I give blood now?`,
    path: '/can-i-donate',
    description: t`A few questions tell you whether you can probably give blood now, or from when. Your answers never leave your device.`,
  });

/** As on the landing page: to be read at once, alive after it has been painted. */
const useSections = deferredSections(() => import('./eligibility-sections.tsx'));

export default function EligibilityPage() {
  return useSections();
}
