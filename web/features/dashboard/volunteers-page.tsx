import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/document/page-meta.ts';

export const meta = () => pageMeta({ title: t`Volunteers` });

export default function VolunteersPage() {
  return <h1>{t`Our volunteers will be listed here`}</h1>;
}
