import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import { VolunteerSteps } from '#web/features/content/volunteer-steps.tsx';
import type { DashboardPage } from './dashboard-layout.tsx';

export const meta = () => pageMeta({ title: t`Volunteers` });

export const handle: DashboardPage = { Below: VolunteerSteps };

export default function VolunteersPage() {
  return <h1>{t`Our volunteers will be listed here`}</h1>;
}
