import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

const exclude = ['**/*.test.*', '**/testing/**'];

export default {
  sourceLocale: 'en',
  locales: ['bn'],
  // Each feature has its own catalog.
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
  // No line numbers and dates, so that a catalog changes only when a message changes.
  format: formatter({ lineNumbers: false, customHeaderAttributes: { 'POT-Creation-Date': '' } }),
} satisfies LinguiConfig;
