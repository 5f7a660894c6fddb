import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import { prerenderedComponent } from '#web/components/prerendered-component.tsx';

export const meta = () =>
  pageMeta({
    title: t`Can I give blood now?`,
    path: '/can-i-donate',
    description: t`Answer a few questions to find out whether you can probably give blood now, or from when. Your answers never leave your device.`,
  });

/** Prerendered, and hydrated after the first paint, as the landing page is. */
const Sections = prerenderedComponent(() => import('./eligibility-sections.tsx'));

export default function EligibilityPage() {
  return <Sections />;
}
