import { globSync, readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Page } from '@playwright/test';
import { type Language, languageBase, locale } from '../../contract/languages.ts';

/** The paths and the translated texts of the site in one language. */
export function inLanguage(language: Language) {
  const catalogs = language === 'en' ? [] : readCatalogs(language);
  return {
    language,
    path: (path: string): string =>
      path === '/' ? languageBase[language] || '/' : languageBase[language] + path,
    /**
     * Translates a message of the source code and fills in `{name}` values. Prefers the catalog of `feature`.
     */
    translate(message: string, values: Record<string, string | number> = {}, feature?: string): string {
      const id = generateMessageId(message);
      const ownTexts = catalogs.filter(({ file }) => file.includes(`/${feature}/`));
      const texts = [...ownTexts, ...catalogs].map((catalog) => catalog.texts.get(id));
      const translated = language === 'en' ? message : texts.find((text) => text);
      if (!translated) throw new Error(`No translation of "${message}" in ${language}.`);
      return translated.replace(/\{(\w+)\}/g, (place: string, name: string) => String(values[name] ?? place));
    },
  };
}

function readCatalogs(language: Language) {
  return globSync(`{web,server}/**/messages.${language}.po`).map((file) => {
    const context = { locale: language, sourceLocale: 'en', filename: file };
    const entries = formatter().parse(readFileSync(file, 'utf8'), context);
    return { file, texts: new Map(Object.entries(entries).map(([id, entry]) => [id, entry.translation])) };
  });
}

/** Formats an ISO day with its weekday (`Tuesday, December 1, 2026`) as pages in that language do. */
export const formatDayAndWeekday = (iso: string, language: Language = 'en'): string =>
  `${new Date(iso).toLocaleDateString(locale[language], { weekday: 'long', timeZone: 'UTC' })}, ${formatDay(language, iso)}`;

/** Formats an ISO day (`2026-11-21`) as pages in that language do. */
export const formatDay = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(locale[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));

/** Formats the day that is `days` days from today, as pages in that language do. */
export const dayFromToday = (language: Language, days: number): string =>
  new Intl.DateTimeFormat(locale[language], { dateStyle: 'long' }).format(
    new Date(Date.now() + days * 86_400_000),
  );

/** Names and words that are the same in all languages. */
const untranslatedNames =
  /https?:\/\/\S+|AB[+-]|Blood Buddies|Google|Asia\/Dhaka|BACKUP_DIR|smtp\.\S+|STARTTLS|TLS|CSV|PDF|QR|Esc|JSON|JPEG|PNG|WebP|AVIF|GIF|SVG|MB|Chrome|Linux|[AP]M|\S+@\S+|Rahima Khatun|blood-bus|Instagram|YouTube|LinkedIn|WhatsApp|Telegram|Pinterest|email, date, center, blood group, name/g;

/** Returns the English words in the main part of the page. */
export async function englishWords(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').innerText();
  return text.replaceAll(untranslatedNames, '').match(/[A-Za-z]{2,}/g) ?? [];
}
