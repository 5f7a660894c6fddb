import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { deferredSections } from '#web/document/deferred-sections.tsx';
import type { FramedPage } from '#web/document/page-frame.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { PageFrame } from './page-frame.tsx';

export const meta = () =>
  pageMeta({
    title: t`Donors`,
    path: '/donor',
    description: t`For people who give blood: what to know before, during and after a donation.`,
  });

const useSections = deferredSections(() => import('./donor-sections.tsx'));

function Frame({ children }: { children: ReactNode }) {
  return (
    <PageFrame drawing="page-donor" sections={useSections()}>
      {children}
    </PageFrame>
  );
}

export const handle: FramedPage = { Frame };

export default function DonorPage() {
  return (
    <>
      <h1>{t`Donors`}</h1>
      <p className="bb-lead mt-4">{t`Information for donors will appear here.`}</p>
    </>
  );
}
