export const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

/**
 * Parses the SDK's `X-Firebase-Locale`, a language tag such as `bn-BD`. English if it is missing or
 * unsupported.
 */
export function readLanguage(header: string | undefined): Language {
  const primary = header?.trim().split(/[-_]/)[0]?.toLowerCase();
  return languages.find((language) => language === primary) ?? 'en';
}
