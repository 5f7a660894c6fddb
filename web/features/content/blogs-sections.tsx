import { t } from '@lingui/core/macro';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { Reviews } from '../reviews/reviews-section.tsx';
import { FramePicture } from './frame-picture.tsx';
import { NextSteps } from './next-steps.tsx';
import { eligibilityStep, helpStep, photosStep, requestStep } from './steps.ts';

export default function BlogsSections() {
  return (
    <>
      <FramePicture name="page-blogs" />
      <Reviews />
      <div className="bg-soft">
        <NextSteps
          title={t`What you can do`}
          lead={t`Choose what suits you. You can start today.`}
          steps={[eligibilityStep, requestStep, photosStep, helpStep]}
        />
      </div>
      <CampaignCards compact />
    </>
  );
}
