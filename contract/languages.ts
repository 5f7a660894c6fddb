/** The languages of pages and emails. English is the specification's: its pages have no prefix, the others do. */
export const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

/** The path prefix of each language's pages. */
export const languageBase: Record<Language, string> = { en: '', bn: '/bn' };

/** The locale for formatting dates and numbers. Bengali times have 24 hours: `Intl` knows only PM for the afternoon. */
export const locale: Record<Language, string> = { en: 'en-US', bn: 'bn-BD-u-hc-h23' };

/** Returns the first language of an Accept-Language header or a tag such as `bn-BD`, if the site has it. */
export function parseLanguage(header: string | undefined): Language | undefined {
  const primary = header
    ?.trim()
    .split(/[-_,;]/)[0]
    ?.toLowerCase();
  return languages.find((language) => language === primary);
}
