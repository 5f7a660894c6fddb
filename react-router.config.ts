import type { Config } from '@react-router/dev/config';
import { languageBase, parseLanguage } from './contract/languages.ts';

const language = parseLanguage(process.env.BUILD_LANGUAGE) ?? 'en';

export default {
  appDirectory: 'web',
  buildDirectory: language === 'en' ? 'build' : `build/${language}`,
  basename: languageBase[language] || '/',
  // The list of all routes is a file, so the server has no route for parts of it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
