export const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

/** From the SDK's `X-Firebase-Locale`, a language tag such as `bn-BD`; English when it is missing or not ours. */
export function readLanguage(header: string | undefined): Language {
  const primary = header?.trim().split(/[-_]/)[0]?.toLowerCase();
  return languages.find((language) => language === primary) ?? 'en';
}

/** A page of the site for a reader of that language, named as in the links that carry codes; English needs no naming. */
export const localizedPage = (language: Language, address: string): string =>
  language === 'en' ? address : `${address}?lang=${language}`;
