import { type Draft, readValue } from './draft.ts';
import { type ContentField, listShownFields } from './fields.ts';

/** Returns the languages of the site, then others in which the draft has texts. */
export function listLanguages(
  fields: readonly ContentField[],
  draft: Draft,
  siteLanguages: readonly string[],
): string[] {
  const used = fields
    .filter(({ isByLanguage }) => isByLanguage)
    .flatMap(({ name }) => Object.entries(readValue(draft, name) ?? {}))
    .flatMap(([language, text]) => (text ? language : []));
  return [...new Set([...siteLanguages, ...used])];
}

/** Returns how many of the texts that have any language also have this one. */
export function countTexts(
  fields: readonly ContentField[],
  draft: Draft,
  language: string,
): { filled: number; total: number } {
  const texts = listShownFields(fields, draft)
    .filter(({ isByLanguage }) => isByLanguage)
    .map(({ name }) => (readValue(draft, name) ?? {}) as Record<string, string>)
    .filter((text) => Object.values(text).some((value) => value.trim()));
  return { filled: texts.filter((text) => text[language]?.trim()).length, total: texts.length };
}
