import { t } from '@lingui/core/macro';
import { hasFeature } from '#web/api/config.ts';
import { pageMeta } from '#web/components/page-meta.ts';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { BloodGroups } from './blood-groups.tsx';
import { FramePicture } from './frame-picture.tsx';
import { framedPage } from './framed-page.tsx';
import { NextSteps } from './next-steps.tsx';
import { bloodRequestStep, campaignStep, eligibilityStep, helpStep, requestStep } from './steps.ts';

export const meta = () =>
  pageMeta({
    title: t`Receivers`,
    path: '/reciever',
    description: t`For people who need blood, and for those who look after them.`,
  });

export const handle = framedPage(RecieverSections);

export default function RecieverPage() {
  return (
    <div className="bb-page bb-frame-text">
      <h1>{t`Receivers`}</h1>
      <p className="bb-lead mt-4">{t`See which blood groups suit each other, and who could donate for you.`}</p>
    </div>
  );
}

function RecieverSections() {
  return (
    <>
      <FramePicture name="page-reciever" />
      <BloodGroups />
      <div className="bg-soft">
        <NextSteps
          title={t`Who could donate for you?`}
          lead={t`Share these pages with family and friends.`}
          steps={[
            ...(hasFeature('requests') ? [bloodRequestStep] : []),
            eligibilityStep,
            requestStep,
            campaignStep,
            helpStep,
          ]}
        />
      </div>
      <CampaignCards compact />
    </>
  );
}
