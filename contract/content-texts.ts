import type { Text } from './content-fields.ts';
import { type Language, textLanguage } from './languages.ts';

/** The fields of the owner's content that are texts by language. */
const textFields: ReadonlySet<string> = new Set([
  ...['name', 'shortName', 'description', 'address', 'hours', 'label', 'title', 'detail', 'body', 'alt'],
  ...['place', 'author', 'role', 'note'],
]);

/**
 * The content with each text as a string in one language. On a page, `lang` is the language of an object's
 * texts if it differs from the page's, so that screen readers pronounce them correctly.
 */
export type InLanguage<Content> = Content extends Text
  ? string extends keyof Content
    ? string
    : Content
  : Content extends readonly (infer Item)[]
    ? InLanguage<Item>[]
    : Content extends object
      ? { [Field in keyof Content]: InLanguage<Content[Field]> } & (Text extends Content[keyof Content]
          ? { lang?: string }
          : unknown)
      : Content;

/** Returns the first of these languages that the text has, otherwise the first language of the text. */
const pickLanguage = (text: Text, wanted: readonly string[]): string =>
  wanted.find((language) => Object.hasOwn(text, language)) ?? Object.keys(text)[0] ?? '';

/** Returns the content with each text in a language, otherwise in the first language that the text has. */
export const inLanguage = <Content>(content: Content, language: string): InLanguage<Content> =>
  pickTexts(content, { wanted: [language] }) as InLanguage<Content>;

/** Returns the content as pages in a language show it, on a site that shows these languages. */
export const onPage = <Content>(
  content: Content,
  page: Language,
  siteLanguages: readonly string[],
): InLanguage<Content> =>
  pickTexts(content, {
    wanted: [textLanguage(siteLanguages, page), page, ...siteLanguages],
    page,
  }) as InLanguage<Content>;

/** The languages of texts, the preferred one first, and the language of the page. */
type Languages = { wanted: readonly string[]; page?: Language };

function pickTexts(value: unknown, languages: Languages): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => pickTexts(item, languages));
  const { wanted, page } = languages;
  const texts = Object.entries(value).filter(([name, entry]) => textFields.has(name) && isText(entry));
  const picked = texts.map(([name, text]) => [name, text[pickLanguage(text, wanted)] ?? '']);
  const rest = Object.entries(value).map(([name, entry]) => [name, pickTexts(entry, languages)]);
  const [[, first] = []] = texts;
  const lang = page && first && pickLanguage(first, wanted);
  return {
    ...Object.fromEntries(rest),
    ...Object.fromEntries(picked),
    ...(lang !== undefined && lang !== page && { lang }),
  };
}

const isText = (value: unknown): boolean => typeof value === 'object' && value !== null;
