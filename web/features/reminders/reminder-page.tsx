import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { pageMeta } from '#web/site/page-meta.ts';
import { useHydrated } from '#web/ui/hydrated.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { FullHeightSpinner, Spinner } from '#web/ui/spinner.tsx';

const MailedLink = lazyPart(() => import('./mailed-link.tsx'));

export const meta = () => pageMeta({ title: t`Your reminder` });

/** Where the links of reminder mails lead: what such a link is for stands behind the `#`, which no server is told. */
export default function ReminderPage() {
  const hydrated = useHydrated();
  if (!hydrated) return <FullHeightSpinner />;
  return (
    <div className="bb-page bb-section">
      <div className="bb-card mx-auto max-w-md p-6 sm:p-10">
        <Suspense fallback={<Spinner label={t`Loading`} />}>
          <MailedLink />
        </Suspense>
      </div>
    </div>
  );
}
