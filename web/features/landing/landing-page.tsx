import { t } from '@lingui/core/macro';
import { pageMeta, publicUrl } from '#web/components/page-meta.ts';
import { StructuredData } from '#web/components/structured-data.tsx';
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
