import { pageMeta } from '#web/site/page-meta.ts';
import { RepeatedText } from './repeated-text.tsx';

export const meta = () => pageMeta({ title: 'Campaign', path: '/campaign' });

export default function CampaignPage() {
  return <RepeatedText text="This is for campaign" times={12} />;
}
