import type { Text } from './content-fields.ts';

/** The fields of the owner's content that are texts by language. */
const textFields: ReadonlySet<string> = new Set([
  ...['name', 'shortName', 'description', 'address', 'hours', 'label', 'title', 'detail', 'body', 'alt'],
  ...['place', 'author', 'role', 'note'],
]);

/** The content with each text as a string in one language. */
export type InLanguage<Content> = Content extends Text
  ? string extends keyof Content
    ? string
    : Content
  : Content extends readonly (infer Item)[]
    ? InLanguage<Item>[]
    : Content extends object
      ? { [Field in keyof Content]: InLanguage<Content[Field]> }
      : Content;

/** Returns the text in a language, otherwise in the first language that it has. */
const pickText = (text: Text, language: string): string =>
  (Object.hasOwn(text, language) ? text[language] : Object.values(text)[0]) ?? '';

/** Returns the content with each text in a language, otherwise in the first language that the text has. */
export const inLanguage = <Content>(content: Content, language: string): InLanguage<Content> =>
  pickTexts(content, language) as InLanguage<Content>;

function pickTexts(value: unknown, language: string, name = ''): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => pickTexts(item, language));
  if (textFields.has(name)) return pickText(value as Text, language);
  const entries = Object.entries(value).map(([key, entry]) => [key, pickTexts(entry, language, key)]);
  return Object.fromEntries(entries);
}
