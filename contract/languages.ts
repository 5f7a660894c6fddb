/** The languages of pages and emails. Only English, the specification's language, has no path prefix. */
export const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

/** The path prefix of each language's pages. */
export const languageBase: Record<Language, string> = { en: '', bn: '/bn' };

/**
 * The locale for formatting dates and numbers. Bengali uses the 24-hour clock, because `Intl` would write AM
 * and PM in English.
 */
export const locale: Record<Language, string> = { en: 'en-US', bn: 'bn-BD-u-hc-h23' };

/**
 * Returns the site's language that an Accept-Language header or a tag such as `bn-BD` prefers, or undefined
 * if the site has none of the header's languages.
 */
export function parseLanguage(header = ''): Language | undefined {
  const ranges = header.split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { primary: tag.split(/[-_]/)[0], quality: Number(quality ?? 1) };
  });
  const preferred = ranges
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  const [found] = preferred.flatMap(
    ({ primary }) => languages.find((language) => language === primary) ?? [],
  );
  return found;
}

/**
 * Returns the languages of pages and emails on a site that shows these: those with a translation, the most
 * important one first, or English if there is none.
 */
export function pageLanguages(shown: readonly string[]): readonly [Language, ...Language[]] {
  const [first = 'en', ...others] = new Set(shown.flatMap((code) => parseLanguage(code) ?? []));
  return [first, ...others];
}

/**
 * Returns the language of the owner's texts on pages in a language. The first pages have the texts of the
 * site's first language, even if the rest of these pages is not translated into it.
 */
export const textLanguage = (shown: readonly string[], language: Language): string =>
  (language === pageLanguages(shown)[0] ? shown[0] : undefined) ??
  shown.find((code) => parseLanguage(code) === language) ??
  language;
