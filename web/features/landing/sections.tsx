import { Banner } from './banner.tsx';
import { Campaigns } from './campaigns.tsx';
import { Counters } from './counters.tsx';
import { IntroStrip } from './intro-strip.tsx';
import { JoinStrip } from './join-strip.tsx';
import { Opinions } from './opinions.tsx';
import { PhotoPreview } from './photo-preview.tsx';
import { RequestAppointment } from './request-appointment.tsx';
import { Sponsors } from './sponsors.tsx';
import { Steps } from './steps.tsx';
import { useHash } from './use-hash.ts';
import { WhoWeAre } from './who-we-are.tsx';

/** The sections of the landing page, in the order of SPEC.md section 2. */
export default function Sections() {
  useHash();
  return (
    <>
      <Banner />
      <JoinStrip />
      <Campaigns />
      <Counters />
      <Opinions />
      <Steps />
      <WhoWeAre />
      <PhotoPreview />
      <RequestAppointment />
      <IntroStrip />
      <Sponsors />
    </>
  );
}
