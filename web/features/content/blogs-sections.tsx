import { t } from '@lingui/core/macro';
import { dropIcon } from '#web/components/icons.ts';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { Reviews } from '../reviews/reviews-section.tsx';
import { FramePicture } from './frame-picture.tsx';
import { NextSteps } from './next-steps.tsx';
import { donationStep, eligibilityStep, photosStep } from './steps.ts';

const bloodGroupStep = {
  to: '/reciever',
  icon: dropIcon,
  title: t`Find matching blood groups`,
  detail: t`Who can receive which blood, at a glance.`,
};

export default function BlogsSections() {
  return (
    <>
      <FramePicture name="page-blogs" />
      <Reviews />
      <div className="bg-soft">
        <NextSteps
          title={t`Good to know`}
          lead={t`Short answers to what donors ask first.`}
          steps={[donationStep, eligibilityStep, bloodGroupStep, photosStep]}
        />
      </div>
      <CampaignCards compact />
    </>
  );
}
