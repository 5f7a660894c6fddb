import type { Language } from '#contract/languages.ts';

/** Returns the headers of a downloaded file, whose language depends on the client's preference. */
export const fileHeaders = (name: string, language: Language) => ({
  'Content-Disposition': `attachment; filename="${name}"`,
  'Content-Language': language,
  Vary: 'Accept-Language',
});
