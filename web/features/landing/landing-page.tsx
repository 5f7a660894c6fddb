import { t } from '@lingui/core/macro';
import { deferredSections } from '#web/document/deferred-sections.tsx';
import { pageMeta, publicUrl } from '#web/document/page-meta.ts';
import { campaigns } from './campaign-list.ts';
import { describeCommunity } from './structured-data.ts';

export const meta = () => pageMeta({ title: t`Blood Buddies | Donate blood, save life`, path: '/' });

const useSections = deferredSections(() => import('./sections.tsx'));

export default function LandingPage() {
  const sections = useSections();
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
