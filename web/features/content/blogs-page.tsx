import { pageMeta } from '#web/site/page-meta.ts';
import { RepeatedText } from './repeated-text.tsx';

export const meta = () =>
  pageMeta({
    title: 'Blogs',
    path: '/blogs',
    description: 'Stories and advice from donors, nurses and families whom donated blood has helped.',
  });

export default function BlogsPage() {
  return <RepeatedText text="This is blogs" times={18} />;
}
