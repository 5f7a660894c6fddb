import { t } from '@lingui/core/macro';
import type { FramedPage } from '#web/document/page-frame.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { VolunteerSteps } from '#web/features/content/volunteer-steps.tsx';

export const meta = () => pageMeta({ title: t`Our Donors` });

export const handle: FramedPage = {
  Frame: ({ children }) => (
    <>
      {children}
      <VolunteerSteps />
    </>
  ),
};

export default function DonorsPage() {
  return <h1>{t`Our Donors`}</h1>;
}
