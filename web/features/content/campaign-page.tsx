import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { deferredSections } from '#web/document/deferred-sections.tsx';
import type { FramedPage } from '#web/document/page-frame.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { PageFrame } from './page-frame.tsx';
import { RepeatedText } from './repeated-text.tsx';

export const meta = () =>
  pageMeta({
    title: t`Campaign`,
    path: '/campaign',
    description: t`Where we collect blood next: on campuses, in hospitals, and wherever our bus stops.`,
  });

const useSections = deferredSections(() => import('./campaign-sections.tsx'));

function Frame({ children }: { children: ReactNode }) {
  return (
    <PageFrame drawing="page-campaign" sections={useSections()}>
      {children}
    </PageFrame>
  );
}

export const handle: FramedPage = { Frame };

export default function CampaignPage() {
  return <RepeatedText text={t`This is for campaign`} times={12} />;
}
