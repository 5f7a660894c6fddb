import { t } from '@lingui/core/macro';
import { pageMeta, publicUrl } from '#web/components/page-meta.ts';
import { campaigns } from './campaign-list.ts';
import Sections from './sections.tsx';
import { describeCommunity } from './structured-data.ts';

export const meta = () =>
  pageMeta({
    title: t`Blood Buddies | Donate blood, save life`,
    path: '/',
    description: t`A community of blood donors. For 40 years we have helped people find blood when they need it; a donation takes 6-10 minutes.`,
  });

export default function LandingPage() {
  return (
    <>
      <Sections />
      <StructuredData data={import.meta.env.SSR ? describeCommunity(publicUrl(), campaigns) : undefined} />
    </>
  );
}

type Props = {
  /** Set only while prerendering, so that the browser does not load data that only search engines read. */
  data: object | undefined;
};

/** Renders JSON-LD for search engines. */
function StructuredData({ data = {} }: Props) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped so that no tag can end the block
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  );
}
