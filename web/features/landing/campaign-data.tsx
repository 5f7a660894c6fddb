import { siteName } from '#web/before-react/page-data.ts';
import { publicUrl } from '#web/components/page-meta.ts';
import { StructuredData } from '#web/components/structured-data.tsx';
import type { Campaign } from './campaign-list.ts';
import { describeCampaign } from './structured-data.ts';

/** Describes one campaign for search engines. Only the server renders it. */
export function CampaignData({ campaign }: { campaign: Campaign }) {
  const organizer = { '@type': 'NGO', name: siteName(), url: publicUrl() };
  const event = describeCampaign(publicUrl(), campaign, organizer);
  return <StructuredData data={{ '@context': 'https://schema.org', ...event }} />;
}
