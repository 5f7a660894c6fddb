import { useEffect } from 'react';
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

/** The sections of the landing page, in the order of SPEC.md section 2. */
export default function Sections() {
  useHash();
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

/** Who comes by a link to a section before the sections are there is brought to it with them. */
function useHash(): void {
  useEffect(() => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target || window.scrollY > 0) return;
    target.scrollIntoView({ behavior: 'auto' });
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, []);
}
