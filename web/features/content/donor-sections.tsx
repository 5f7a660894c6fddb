import { t } from '@lingui/core/macro';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { Steps } from '../landing/steps.tsx';
import { FramePicture } from './frame-picture.tsx';
import { NextSteps } from './next-steps.tsx';
import { campaignStep, eligibilityStep, helpStep, requestStep } from './steps.ts';

export default function DonorSections() {
  return (
    <>
      <FramePicture name="page-donor" />
      <NextSteps
        title={t`Ready to give blood?`}
        lead={t`Start with the step that suits you.`}
        steps={[eligibilityStep, requestStep, campaignStep, helpStep]}
      />
      <Steps />
      <CampaignCards compact />
    </>
  );
}
