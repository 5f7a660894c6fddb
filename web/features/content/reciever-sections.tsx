import { t } from '@lingui/core/macro';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { BloodGroups } from './blood-groups.tsx';
import { FramePicture } from './frame-picture.tsx';
import { NextSteps } from './next-steps.tsx';
import { campaignStep, eligibilityStep, helpStep, requestStep } from './steps.ts';

export default function RecieverSections() {
  return (
    <>
      <FramePicture name="page-reciever" />
      <BloodGroups />
      <div className="bg-soft">
        <NextSteps
          title={t`Who could donate for you?`}
          lead={t`Share these pages with family and friends.`}
          steps={[eligibilityStep, requestStep, campaignStep, helpStep]}
        />
      </div>
      <CampaignCards compact />
    </>
  );
}
