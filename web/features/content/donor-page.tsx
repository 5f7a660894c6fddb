import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { Steps } from '../landing/steps.tsx';
import { FramePicture } from './frame-picture.tsx';
import { framedPage } from './framed-page.tsx';
import { NextSteps } from './next-steps.tsx';
import { campaignStep, eligibilityStep, helpStep, requestStep } from './steps.ts';

export const meta = () =>
  pageMeta({
    title: t`Donors`,
    path: '/donor',
    description: t`For people who give blood: what to know before, during and after a donation.`,
  });

export const handle = framedPage(DonorSections);

export default function DonorPage() {
  return (
    <div className="bb-page bb-frame-text">
      <h1>{t`Donors`}</h1>
      <p className="bb-lead mt-4">{t`Check whether you can donate, request an appointment, and see what happens on the day.`}</p>
    </div>
  );
}

function DonorSections() {
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
