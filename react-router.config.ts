import type { Config } from '@react-router/dev/config';
import { languageBase, parseLanguage } from './contract/languages.ts';
import {
  memberPages,
  notFoundPage,
  prerenderedPath,
  publicPages,
  publicPagesWithId,
} from './contract/site.ts';

const language = parseLanguage(process.env.BUILD_LANGUAGE) ?? 'en';

export default {
  appDirectory: 'web',
  buildDirectory: language === 'en' ? 'build' : `build/${language}`,
  basename: languageBase[language] || '/',
  ssr: false,
  prerender: [
    ...publicPages,
    ...publicPagesWithId.map(prerenderedPath),
    notFoundPage,
    ...memberPages.filter((path) => !path.includes(':')),
  ],
} satisfies Config;
