import { useScrollToHash } from '#web/components/use-scroll-to-hash.ts';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { VolunteerSteps } from './volunteer-steps.tsx';

export default function AboutSections() {
  useScrollToHash();
  return (
    <>
      <VolunteerSteps />
      <CampaignCards compact />
    </>
  );
}
