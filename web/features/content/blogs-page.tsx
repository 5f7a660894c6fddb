import { t } from '@lingui/core/macro';
import { isPublished } from '#web/before-react/page-data.ts';
import { pageMeta } from '#web/components/page-meta.ts';
import { CampaignCards } from '../landing/campaign-cards.tsx';
import { Reviews } from '../reviews/reviews-section.tsx';
import { feedLink } from './feed-link.ts';
import { FramePicture } from './frame-picture.tsx';
import { framedPage } from './framed-page.tsx';
import { NextSteps } from './next-steps.tsx';
import { Posts } from './posts.tsx';
import { RepeatedText } from './repeated-text.tsx';
import { eligibilityStep, helpStep, photosStep, requestStep } from './steps.ts';

export const meta = () => [
  ...pageMeta({
    title: t`Blogs`,
    path: '/blogs',
    description: t`Stories and advice from donors, nurses and families helped by donated blood.`,
  }),
  ...(isPublished('post') ? [feedLink()] : []),
];

export const handle = framedPage(BlogsSections);

/** Shows the sentences of the specification until the owner has published a post. */
export default function BlogsPage() {
  if (isPublished('post'))
    return (
      <div className="bb-page bb-frame-text">
        <h1>{t`Blogs`}</h1>
      </div>
    );
  return <RepeatedText text={t`This is blogs`} times={18} />;
}

function BlogsSections() {
  return (
    <>
      <FramePicture name="page-blogs" />
      {isPublished('post') && <Posts />}
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
