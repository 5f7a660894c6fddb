import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/document/page-meta.ts';

export const meta = () =>
  pageMeta({
    title: t`Contact`,
    path: '/contact',
    description: t`How to contact Blood Buddies.`,
  });

export default function ContactPage() {
  return (
    <div className="bb-page bb-section">
      <h1>{t`This is for contact`}</h1>
    </div>
  );
}
