import { parseDay } from '#contract/days.ts';
import { formatDay } from '#web/i18n/days.ts';
import type { Draft } from './draft.ts';
import { readText, readValue } from './draft.ts';
import { type ContentField, listShownFields, readField } from './fields.ts';

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

export type ShownValue = { path: string; label: string; text: string };

/** Returns the values of a draft as an editor reads them, without empty ones. */
export function listValues(
  fields: readonly ContentField[],
  draft: Draft,
  languages: readonly string[],
  nameLanguage: (language: string) => string,
): ShownValue[] {
  return listShownFields(fields, draft)
    .flatMap((field) => {
      const label = field.legend ? `${field.legend}: ${field.label}` : field.label;
      if (!field.isByLanguage)
        return { path: field.name, label, text: formatValue(field, readField(draft, field, field.name)) };
      return languages.map((language) => ({
        path: `${field.name}.${language}`,
        label: `${label} (${nameLanguage(language)})`,
        text: readText(draft, `${field.name}.${language}`),
      }));
    })
    .filter(({ text }) => text !== '');
}

function formatValue({ type, choices = [] }: ContentField, value: string): string {
  const day = type === 'day' ? parseDay(value) : undefined;
  if (day) return formatDay(day);
  return choices.find(([choice]) => choice === value)?.[1] ?? value;
}

export type Difference = { path: string; label: string; own: string; other: string };

/** Returns the values in which two drafts differ. */
export function listDifferences(own: readonly ShownValue[], other: readonly ShownValue[]): Difference[] {
  const textOf = (values: readonly ShownValue[], path: string) =>
    values.find((value) => value.path === path)?.text ?? '';
  const all = new Map([...own, ...other].map(({ path, label }) => [path, label]));
  return [...all]
    .map(([path, label]) => ({ path, label, own: textOf(own, path), other: textOf(other, path) }))
    .filter((difference) => difference.own !== difference.other);
}
