import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import ContactSections from './contact-sections.tsx';
import { framedPage } from './framed-page.tsx';

export const meta = () =>
  pageMeta({
    title: t`Contact`,
    path: '/contact',
    description: t`How to contact Blood Buddies.`,
  });

export const handle = framedPage(ContactSections);

export default function ContactPage() {
  return (
    <div className="bb-page bb-frame-text">
      <h1>{t`This is for contact`}</h1>
    </div>
  );
}
