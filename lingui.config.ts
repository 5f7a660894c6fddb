import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

const exclude = ['**/*.test.*', '**/testing/**'];

export default {
  sourceLocale: 'en',
  locales: ['bn'],
  // Each room keeps its translations beside what says them.
  catalogs: [
    {
      path: '<rootDir>/web/features/{name}/messages.{locale}',
      include: ['<rootDir>/web/features/{name}/'],
      exclude,
    },
    {
      path: '<rootDir>/web/messages.{locale}',
      include: ['<rootDir>/web/'],
      exclude: [...exclude, '<rootDir>/web/features/**'],
    },
    { path: '<rootDir>/server/i18n/messages.{locale}', include: ['<rootDir>/server/'], exclude },
  ],
  // Without lines and dates: a file changes when what is said does.
  format: formatter({ lineNumbers: false, customHeaderAttributes: { 'POT-Creation-Date': '' } }),
} satisfies LinguiConfig;
