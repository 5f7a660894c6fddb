import { t } from '@lingui/core/macro';
import { NotFound } from '#web/components/not-found.tsx';
import { pageMeta } from '#web/document/page-meta.ts';

export const meta = () => pageMeta({ title: t`Page not found` });

export default NotFound;
