import { t } from '@lingui/core/macro';
import { pageMeta } from '#web/site/page-meta.ts';
import { NotFound } from '#web/ui/not-found.tsx';

export const meta = () => pageMeta({ title: t`Page not found` });

export default NotFound;
