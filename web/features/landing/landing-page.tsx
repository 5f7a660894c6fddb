import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect } from 'react';
import { pageMeta, publicUrl } from '#web/site/page-meta.ts';
import { tellNotAlive } from '#web/site/start-script.ts';
import { afterFirstPaint } from '#web/ui/after-first-paint.ts';
import { campaigns } from './campaign-list.ts';
import { describeCommunity } from './structured-data.ts';

export const meta = () => pageMeta({ title: t`Blood Buddies | Donate blood, save life`, path: '/' });

let coming: Promise<typeof import('./sections.tsx')> | undefined;

/** What makes the page alive comes after it has been painted. */
function fetchSections() {
  coming ??= afterFirstPaint().then(() => import('./sections.tsx'));
  return coming;
}

/** In the prerendered page at once, and still there to be read where its script does not come. */
const Sections = lazy(() =>
  fetchSections().catch((cause) => {
    if (import.meta.env.SSR) throw cause;
    return new Promise<never>(() => {});
  }),
);

// Drawn outside the component: an update from above must not reach a part that is not alive yet.
const sections = (
  <Suspense fallback={<div className="bb-full-height" />}>
    <Sections />
  </Suspense>
);

export default function LandingPage() {
  useEffect(() => {
    fetchSections().catch(() => tellNotAlive(true));
    return () => tellNotAlive(false);
  }, []);
  return (
    <>
      {sections}
      <DataBlock data={import.meta.env.SSR ? describeCommunity(publicUrl(), campaigns) : undefined} />
    </>
  );
}

type Props = {
  /** Given in the prerendered page only: nobody reads it in the browser, which should not load it. */
  data: object | undefined;
};

/** What search engines read about a page, as JSON-LD. */
function DataBlock({ data = {} }: Props) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, in which no tag can end the block
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  );
}
