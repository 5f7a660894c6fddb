import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import CampaignSections from './campaign-sections.tsx';
import { framedPage } from './framed-page.tsx';
import { RepeatedText } from './repeated-text.tsx';

export const meta = () =>
  pageMeta({
    title: t`Campaign`,
    path: '/campaign',
    description: t`Where we collect blood next: on campuses, in hospitals, and wherever our bus stops.`,
  });

export const handle = framedPage(CampaignSections);

export default function CampaignPage() {
  return <RepeatedText text={t`This is for campaign`} times={12} />;
}
