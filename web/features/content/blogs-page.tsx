import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import { framedBy } from './framed-by.tsx';
import { RepeatedText } from './repeated-text.tsx';

export const meta = () =>
  pageMeta({
    title: t`Blogs`,
    path: '/blogs',
    description: t`Stories and advice from donors, nurses and families helped by donated blood.`,
  });

export const handle = framedBy(() => import('./blogs-sections.tsx'));

export default function BlogsPage() {
  return <RepeatedText text={t`This is blogs`} times={18} />;
}
