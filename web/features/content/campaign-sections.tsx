import { t } from '@lingui/core/macro';
import { useScrollToHash } from '#web/components/use-scroll-to-hash.ts';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { FramePicture } from './frame-picture.tsx';
import { NextSteps } from './next-steps.tsx';
import { eligibilityStep, helpStep, photosStep, requestStep } from './steps.ts';

export default function CampaignSections() {
  useScrollToHash();
  return (
    <>
      <FramePicture name="page-campaign" />
      <CampaignCards />
      <div className="bg-soft">
        <NextSteps
          title={t`No date suits you?`}
          lead={t`You can donate on any other day, too.`}
          steps={[requestStep, eligibilityStep, photosStep, helpStep]}
        />
      </div>
    </>
  );
}
