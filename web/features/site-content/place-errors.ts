import type { Draft } from './draft.ts';
import { type ContentField, listShownFields } from './fields.ts';

/** Error messages of a draft, by the path of the input that they belong to. */
export type PlacedErrors = {
  byPath: Record<string, string>;
  /** Messages about fields that the form does not show. */
  others: string[];
  /** The first input with an error, in the order of the form. */
  first?: string;
};

/**
 * Assigns the server's messages to the inputs of the form. A message about a text in no language belongs to
 * the first language.
 */
export function placeErrors(
  errors: Readonly<Record<string, string>>,
  fields: readonly ContentField[],
  draft: Draft,
  languages: readonly string[],
): PlacedErrors {
  const shown = listShownFields(fields, draft);
  const paths = shown.flatMap(({ name, isByLanguage }) =>
    isByLanguage ? languages.map((language) => `${name}.${language}`) : name,
  );
  const pathOf = ({ name, isByLanguage }: ContentField) => (isByLanguage ? `${name}.${languages[0]}` : name);
  const byPath: Record<string, string> = {};
  const others: string[] = [];
  for (const [name, message] of Object.entries(errors)) {
    const field = shown.find((candidate) => candidate.name === name);
    const substitute = shown.find(({ showsErrorsOf }) => showsErrorsOf === name);
    if (paths.includes(name)) byPath[name] ??= message;
    else if (field) byPath[pathOf(field)] ??= message;
    else if (substitute) byPath[pathOf(substitute)] ??= substitute.errorText ?? message;
    else others.push(message);
  }
  const first = paths.find((path) => path in byPath);
  return { byPath, others, ...(first && { first }) };
}
