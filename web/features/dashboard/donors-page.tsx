import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import { VolunteerSteps } from '#web/features/content/volunteer-steps.tsx';
import type { DashboardPage } from './dashboard-layout.tsx';

export const meta = () => pageMeta({ title: t`Our Donors` });

export const handle: DashboardPage = { Below: VolunteerSteps };

export default function DonorsPage() {
  return <h1>{t`Our Donors`}</h1>;
}
