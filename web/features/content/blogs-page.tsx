import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { deferredSections } from '#web/document/deferred-sections.tsx';
import type { FramedPage } from '#web/document/page-frame.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { PageFrame } from './page-frame.tsx';
import { RepeatedText } from './repeated-text.tsx';

export const meta = () =>
  pageMeta({
    title: t`Blogs`,
    path: '/blogs',
    description: t`Stories and advice from donors, nurses and families whom donated blood has helped.`,
  });

const useSections = deferredSections(() => import('./blogs-sections.tsx'));

function Frame({ children }: { children: ReactNode }) {
  return (
    <PageFrame drawing="page-blogs" sections={useSections()}>
      {children}
    </PageFrame>
  );
}

export const handle: FramedPage = { Frame };

export default function BlogsPage() {
  return <RepeatedText text={t`This is blogs`} times={18} />;
}
