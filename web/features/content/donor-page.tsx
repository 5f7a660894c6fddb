import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import DonorSections from './donor-sections.tsx';
import { framedPage } from './framed-page.tsx';

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
