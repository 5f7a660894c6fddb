import { globSync, readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { type Language, languageBase, locale } from '../../contract/languages.ts';

/** How one journey is walked in that language: where its pages lie, and what they say for an English text. */
export function inLanguage(language: Language) {
  const catalogues = language === 'en' ? [] : readCatalogues(language);
  return {
    language,
    path: (path: string): string =>
      path === '/' ? languageBase[language] || '/' : languageBase[language] + path,
    /** The translation of a message as it stands in the code, `{name}` filled with what is given; that of `room` first. */
    say(message: string, values: Record<string, string | number> = {}, deps?: string): string {
      const id = generateMessageId(message);
      const own = catalogues.filter(({ file }) => file.includes(`/${deps}/`));
      const texts = [...own, ...catalogues].map((catalogue) => catalogue.texts.get(id));
      const translated = language === 'en' ? message : texts.find((text) => text);
      if (!translated) throw new Error(`Nothing says "${message}" in ${language}.`);
      return translated.replace(/\{(\w+)\}/g, (place: string, name: string) => String(values[name] ?? place));
    },
  };
}

function readCatalogues(language: Language) {
  return globSync(`{web,server}/**/messages.${language}.po`).map((file) => {
    const context = { locale: language, sourceLocale: 'en', filename: file };
    const entries = formatter().parse(readFileSync(file, 'utf8'), context);
    return { file, texts: new Map(Object.entries(entries).map(([id, entry]) => [id, entry.translation])) };
  });
}

/** A day, `2026-11-21`, as pages in that language write it. */
export const dayIn = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(locale[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
