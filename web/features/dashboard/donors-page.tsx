import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/document/page-meta.ts';

export const meta = () => pageMeta({ title: t`Our Donors` });

export default function DonorsPage() {
  return <h1>{t`Our Donors`}</h1>;
}
