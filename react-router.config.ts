import type { Config } from '@react-router/dev/config';
import { memberPages, notFoundPage, publicPages } from './contract/site.ts';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...publicPages, notFoundPage, ...memberPages.filter((path) => !path.includes(':'))],
} satisfies Config;
