import type { Language } from '#contract/languages.ts';

/** Headers of a file to download, whose texts are in the language that the client prefers. */
export const fileHeaders = (name: string, language: Language) => ({
  'Content-Disposition': `attachment; filename="${name}"`,
  'Content-Language': language,
  Vary: 'Accept-Language',
});
