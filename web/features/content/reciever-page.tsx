import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import { framedPage } from './framed-page.tsx';
import RecieverSections from './reciever-sections.tsx';

export const meta = () =>
  pageMeta({
    title: t`Receivers`,
    path: '/reciever',
    description: t`For people who need blood, and for those who look after them.`,
  });

export const handle = framedPage(RecieverSections);

export default function RecieverPage() {
  return (
    <div className="bb-page bb-frame-text">
      <h1>{t`Receivers`}</h1>
      <p className="bb-lead mt-4">{t`See which blood groups suit each other, and who could donate for you.`}</p>
    </div>
  );
}
