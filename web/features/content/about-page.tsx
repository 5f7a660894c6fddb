import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { pageMeta } from '#web/document/page-meta.ts';
import { framedBy } from './framed-by.tsx';

export const meta = () =>
  pageMeta({
    title: t`About Us`,
    path: '/about',
    description: t`Meet the team: the volunteers who connect donors with people who need blood.`,
  });

export const handle = framedBy(() => import('./about-sections.tsx'));

const Volunteers = lazyComponent(() => import('./volunteers.tsx'));

// Created outside the component: a parent's update must not render a section that is not hydrated yet.
const volunteers = (
  <Suspense fallback={<div className="bb-full-height" />}>
    <Volunteers />
  </Suspense>
);

export default function AboutPage() {
  return (
    <div className="bb-page bb-section">
      <h1>{t`This is about us`}</h1>
      {volunteers}
    </div>
  );
}
