import { t } from '@lingui/core/macro';
import { siteName } from '#web/before-react/page-data.ts';
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
    description: t`A community of blood donors. For 40 years we have helped people find blood when they need it; a donation takes 6-10 minutes.`,
  });

/** The sections are in the order of the specification's section 2. */
export default function LandingPage() {
  useScrollToHash();
  return (
    <>
      <Banner />
      <JoinStrip />
      <Campaigns />
      <Counters />
      <Reviews />
      <Steps />
      <WhoWeAre />
      <PhotoPreview />
      <RequestAppointment />
      <IntroStrip />
      <Sponsors />
      <StructuredData
        data={import.meta.env.SSR ? describeCommunity(publicUrl(), siteName(), nextCampaigns()) : undefined}
      />
    </>
  );
}
