import { t } from '@lingui/core/macro';
import type { FramedPage } from '#web/document/page-frame.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { VolunteerSteps } from '#web/features/content/volunteer-steps.tsx';

export const meta = () => pageMeta({ title: t`Volunteers` });

export const handle: FramedPage = {
  Frame: ({ children }) => (
    <>
      {children}
      <VolunteerSteps />
    </>
  ),
};

export default function VolunteersPage() {
  return <h1>{t`Our volunteers will be listed here`}</h1>;
}
