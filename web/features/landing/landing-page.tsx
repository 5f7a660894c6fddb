import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import type { LandingSection } from '#contract/site-content.ts';
import { pageData, siteName } from '#web/before-react/page-data.ts';
import { pageMeta, publicUrl } from '#web/components/page-meta.ts';
import { StructuredData } from '#web/components/structured-data.tsx';
import { useScrollToHash } from '#web/components/use-scroll-to-hash.ts';
import { Reviews } from '../reviews/reviews-section.tsx';
import { Banner } from './banner.tsx';
import { nextCampaigns } from './campaign-list.ts';
import { Campaigns } from './campaigns.tsx';
import { Counters } from './counters.tsx';
import { IntroStrip, JoinStrip } from './intro-strip.tsx';
import { PhotoPreview } from './photo-preview.tsx';
import { RequestAppointment } from './request-appointment.tsx';
import { Sponsors } from './sponsors.tsx';
import { Steps } from './steps.tsx';
import { describeCommunity } from './structured-data.ts';
import { WhoWeAre } from './who-we-are.tsx';

export const meta = () =>
  pageMeta({
    title: t`${{ site: siteName() }} | Donate blood, save life`,
    path: '/',
    description:
      pageData().site.description ??
      t`A community of blood donors. For 40 years we have helped people find blood when they need it; a donation takes 6-10 minutes.`,
  });

/** The sections in the order of the specification's section 2. */
const sections: Record<LandingSection, ComponentType> = {
  banner: Banner,
  join: JoinStrip,
  campaigns: Campaigns,
  counters: Counters,
  reviews: Reviews,
  steps: Steps,
  'who-we-are': WhoWeAre,
  photos: PhotoPreview,
  'request-appointment': RequestAppointment,
  intro: IntroStrip,
  sponsors: Sponsors,
};

/** Shows the sections that the owner has not hidden, in the owner's order. */
export default function LandingPage() {
  useScrollToHash();
  const { description, landing, logo } = pageData().site;
  const shown = landing?.sections ?? (Object.keys(sections) as LandingSection[]);
  return (
    <>
      {/* The heading is outside of the banner's slides, of which only one is in the accessibility tree. */}
      <h1 className="sr-only">{description ?? <Trans>A community of blood donors</Trans>}</h1>
      {shown.map((name) => {
        const Section = sections[name];
        return <Section key={name} />;
      })}
      <StructuredData
        data={
          import.meta.env.SSR
            ? describeCommunity(publicUrl(), siteName(), nextCampaigns(), { description, logo: logo?.src })
            : undefined
        }
      />
    </>
  );
}
