import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { deferredSections } from '#web/document/deferred-sections.tsx';
import type { FramedPage } from '#web/document/page-frame.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { PageFrame } from './page-frame.tsx';

export const meta = () =>
  pageMeta({
    title: t`Receivers`,
    path: '/reciever',
    description: t`For people who need blood, and for those who look after them.`,
  });

const useSections = deferredSections(() => import('./reciever-sections.tsx'));

function Frame({ children }: { children: ReactNode }) {
  return (
    <PageFrame drawing="page-reciever" sections={useSections()}>
      {children}
    </PageFrame>
  );
}

export const handle: FramedPage = { Frame };

export default function RecieverPage() {
  return (
    <>
      <h1>{t`Receivers`}</h1>
      <p className="bb-lead mt-4">{t`Information for people who need blood will appear here.`}</p>
    </>
  );
}
