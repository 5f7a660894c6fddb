import { pageMeta } from '#web/site/page-meta.ts';
import { Banner } from './banner.tsx';
import { CampaignList } from './campaign-list.tsx';
import { Claims } from './claims.tsx';
import { RequestAppointment } from './request-appointment.tsx';

export const meta = () => pageMeta({ title: 'Blood Buddies | Donate blood, save life', path: '/' });

export default function LandingPage() {
  return (
    <>
      <Banner />
      <CampaignList />
      <Claims />
      <RequestAppointment />
    </>
  );
}
