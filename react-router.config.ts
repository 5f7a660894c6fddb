import type { Config } from '@react-router/dev/config';
import { notFoundPage, publicPages } from './contract/site.ts';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...publicPages, notFoundPage],
} satisfies Config;
