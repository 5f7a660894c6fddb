import { lazy, Suspense } from 'react';
import { DataBlock } from '#web/site/data-block.tsx';
import { pageMeta } from '#web/site/page-meta.ts';
import { publicUrl } from '#web/site/public-url.ts';
import { afterFirstPaint } from '#web/ui/after-first-paint.ts';
import { campaigns } from './campaign-list.ts';
import { describeCommunity } from './structured-data.ts';

export const meta = () => pageMeta({ title: 'Blood Buddies | Donate blood, save life', path: '/' });

/** In the prerendered page at once; what makes it alive comes after the page has been painted. */
const Sections = lazy(async () => {
  await afterFirstPaint();
  return import('./sections.tsx');
});

// Drawn outside the component: an update from above must not reach a part that is not alive yet.
const sections = (
  <Suspense fallback={<div className="min-h-dvh" />}>
    <Sections />
  </Suspense>
);

export default function LandingPage() {
  return (
    <>
      {sections}
      <DataBlock data={import.meta.env.SSR ? describeCommunity(publicUrl(), campaigns) : undefined} />
    </>
  );
}
