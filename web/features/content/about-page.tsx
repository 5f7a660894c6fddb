import { t } from '@lingui/core/macro';
import { isPublished } from '#web/before-react/page-data.ts';
import { pageMeta } from '#web/components/page-meta.ts';
import { useScrollToHash } from '#web/components/use-scroll-to-hash.ts';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { framedPage } from './framed-page.tsx';
import { VolunteerSteps } from './volunteer-steps.tsx';
import Volunteers from './volunteers.tsx';

export const meta = () =>
  pageMeta({
    title: t`About Us`,
    path: '/about',
    description: t`Meet the team: the volunteers who connect donors with people who need blood.`,
  });

export const handle = framedPage(AboutSections);

/** Shows the sentence of the specification until the owner has published a team card. */
export default function AboutPage() {
  return (
    <div className="bb-page bb-section">
      <h1>{isPublished('team-card') ? t`About Us` : t`This is about us`}</h1>
      <Volunteers />
    </div>
  );
}

function AboutSections() {
  useScrollToHash();
  return (
    <>
      <VolunteerSteps />
      <CampaignCards compact />
    </>
  );
}
