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

/** Scrolls to the section in the URL's hash, because the browser tried before the sections were rendered. */
function useScrollToHash(): void {
  useEffect(() => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target || window.scrollY > 0) return;
    target.scrollIntoView({ behavior: 'auto' });
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, []);
}
