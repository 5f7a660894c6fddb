import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import BlogsSections from './blogs-sections.tsx';
import { framedPage } from './framed-page.tsx';
import { RepeatedText } from './repeated-text.tsx';

export const meta = () =>
  pageMeta({
    title: t`Blogs`,
    path: '/blogs',
    description: t`Stories and advice from donors, nurses and families helped by donated blood.`,
  });

export const handle = framedPage(BlogsSections);

export default function BlogsPage() {
  return <RepeatedText text={t`This is blogs`} times={18} />;
}
