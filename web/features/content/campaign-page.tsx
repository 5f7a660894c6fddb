import { pageMeta } from '#web/site/page-meta.ts';
import { RepeatedText } from './repeated-text.tsx';

export const meta = () =>
  pageMeta({
    title: 'Campaign',
    path: '/campaign',
    description: 'Where we collect blood next: on campuses, in hospitals, and wherever our bus stops.',
  });

export default function CampaignPage() {
  return <RepeatedText text="This is for campaign" times={12} />;
}
