import { CampaignCards } from '../landing/campaign-cards.tsx';
import { VolunteerSteps } from './volunteer-steps.tsx';

export default function AboutSections() {
  return (
    <>
      <VolunteerSteps />
      <CampaignCards compact />
    </>
  );
}
