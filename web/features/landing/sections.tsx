import { useScrollToHash } from '#web/components/use-scroll-to-hash.ts';
import { Reviews } from '../reviews/reviews-section.tsx';
import { Banner } from './banner.tsx';
import { Campaigns } from './campaigns.tsx';
import { Counters } from './counters.tsx';
import { IntroStrip, JoinStrip } from './intro-strip.tsx';
import { PhotoPreview } from './photo-preview.tsx';
import { RequestAppointment } from './request-appointment.tsx';
import { Sponsors } from './sponsors.tsx';
import { Steps } from './steps.tsx';
import { WhoWeAre } from './who-we-are.tsx';

/** The sections of the landing page, in the order of the specification's section 2. */
export default function Sections() {
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
    </>
  );
}
