import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import EligibilitySections from './eligibility-sections.tsx';

export const meta = () =>
  pageMeta({
    title: t`Can I give blood now?`,
    path: '/can-i-donate',
    description: t`Answer a few questions to find out whether you can probably give blood now, or from when. Your answers never leave your device.`,
  });

export default EligibilitySections;
