import { t } from '@lingui/core/macro';
import { NotFound } from '#web/components/not-found.tsx';
import { pageMeta } from '#web/components/page-meta.ts';

export const meta = () => pageMeta({ title: t`Page not found` });

export default NotFound;
