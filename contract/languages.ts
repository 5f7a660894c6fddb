/** The languages of pages and mails. English is the specification's; its pages stand at `/`, the others below their name. */
export const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

/** What stands before each path of that language's pages. */
export const languageBase: Record<Language, string> = { en: '', bn: '/bn' };

/** How dates and numbers are written. */
export const locale: Record<Language, string> = { en: 'en-US', bn: 'bn-BD' };

/** From an Accept-Language header or a tag such as `bn-BD`: what is wanted most, where it is ours. */
export function parseLanguage(header: string | undefined): Language | undefined {
  const primary = header
    ?.trim()
    .split(/[-_,;]/)[0]
    ?.toLowerCase();
  return languages.find((language) => language === primary);
}
