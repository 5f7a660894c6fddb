import { parseDay } from '#contract/days.ts';
import { formatDay } from '#web/i18n/days.ts';
import { type Draft, readText } from './draft.ts';
import { type ContentField, listShownFields, readField } from './fields.ts';

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
