import { Link } from 'react-router';
import { itemPath } from '#contract/site.ts';
import type { Campaign } from './campaign-list.ts';

/** Renders the title of a campaign, which links to its page if it has one. */
export function CampaignTitle({ campaign: { title, slug } }: { campaign: Campaign }) {
  if (!slug) return title;
  return (
    <Link to={itemPath('campaign', slug)} className="underline-offset-4 hover:underline">
      {title}
    </Link>
  );
}
