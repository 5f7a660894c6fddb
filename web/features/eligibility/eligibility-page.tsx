import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect } from 'react';
import { pageMeta } from '#web/site/page-meta.ts';
import { tellNotAlive } from '#web/site/start-script.ts';
import { afterFirstPaint } from '#web/ui/after-first-paint.ts';

export const meta = () =>
  pageMeta({
    title: t`Can I give blood now?`,
    path: '/can-i-donate',
    description: t`A few questions tell you whether you can probably give blood now, or from when. Your answers never leave your device.`,
  });

let coming: Promise<typeof import('./eligibility-sections.tsx')> | undefined;

/** As on the landing page: to be read at once, alive after it has been painted. */
function fetchSections() {
  coming ??= afterFirstPaint().then(() => import('./eligibility-sections.tsx'));
  return coming;
}

const Sections = lazy(() =>
  fetchSections().catch((cause) => {
    if (import.meta.env.SSR) throw cause;
    return new Promise<never>(() => {});
  }),
);

// Drawn outside the component: an update from above must not reach a part that is not alive yet.
const sections = (
  <Suspense fallback={<div className="bb-full-height" />}>
    <Sections />
  </Suspense>
);

export default function EligibilityPage() {
  useEffect(() => {
    fetchSections().catch(() => tellNotAlive(true));
    return () => tellNotAlive(false);
  }, []);
  return sections;
}
