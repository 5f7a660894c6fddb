import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { deferredSections } from '#web/document/deferred-sections.tsx';
import type { FramedPage } from '#web/document/page-frame.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { PageFrame } from './page-frame.tsx';

export const meta = () =>
  pageMeta({
    title: t`Contact`,
    path: '/contact',
    description: t`How to contact Blood Buddies.`,
  });

const useSections = deferredSections(() => import('./contact-sections.tsx'));

function Frame({ children }: { children: ReactNode }) {
  return (
    <PageFrame drawing="page-contact" sections={useSections()}>
      {children}
    </PageFrame>
  );
}

export const handle: FramedPage = { Frame };

export default function ContactPage() {
  return <h1>{t`This is for contact`}</h1>;
}
