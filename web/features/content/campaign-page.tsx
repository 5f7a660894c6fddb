import { t } from '@lingui/core/macro';
import { pageData } from '#web/before-react/page-data.ts';
import { pageMeta } from '#web/components/page-meta.ts';
import { useScrollToHash } from '#web/components/use-scroll-to-hash.ts';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { FramePicture } from './frame-picture.tsx';
import { framedPage } from './framed-page.tsx';
import { NextSteps } from './next-steps.tsx';
import { RepeatedText } from './repeated-text.tsx';
import { eligibilityStep, helpStep, photosStep, requestStep } from './steps.ts';

export const meta = () =>
  pageMeta({
    title: t`Campaign`,
    path: '/campaign',
    description: t`Where we collect blood next: on campuses, in hospitals, and wherever our bus stops.`,
  });

export const handle = framedPage(CampaignSections);

/** Shows the sentences of the specification until the owner has published a campaign. */
export default function CampaignPage() {
  if (!pageData().site.campaigns) return <RepeatedText text={t`This is for campaign`} times={12} />;
  return (
    <div className="bb-page bb-frame-text">
      <h1>{t`Campaign`}</h1>
    </div>
  );
}

function CampaignSections() {
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
