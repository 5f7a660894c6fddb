import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import { framedBy } from './framed-by.tsx';

export const meta = () =>
  pageMeta({
    title: t`Contact`,
    path: '/contact',
    description: t`How to contact Blood Buddies.`,
  });

export const handle = framedBy(() => import('./contact-sections.tsx'));

export default function ContactPage() {
  return (
    <div className="bb-page bb-frame-text">
      <h1>{t`This is for contact`}</h1>
    </div>
  );
}
