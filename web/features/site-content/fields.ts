import { type Draft, readText, setValue } from './draft.ts';

export type Choice = readonly [value: string, label: string];

/** A field of the form for a kind of content. */
export type ContentField = {
  /** The path in the draft, as the server names it in errors. */
  name: string;
  label: string;
  hint?: string;
  /** `amount`: a number with decimals. */
  type:
    | 'line'
    | 'paragraphs'
    | 'day'
    | 'number'
    | 'amount'
    | 'address'
    | 'email'
    | 'phone'
    | 'choice'
    | 'picture'
    | 'color';
  /** The height of a field for paragraphs, in lines. Default: 4. */
  rows?: number;
  /** The field has a text for each language. */
  isByLanguage?: true;
  /** The maximum length in characters. The server enforces it. */
  limit?: number;
  choices?: readonly Choice[];
  /** The shortest side of a picture in pixels. The server enforces it. */
  minSide?: number;
  /** Fields with the same legend form a group. */
  legend?: string;
  /** Default: always. */
  isShown?: (draft: Draft) => boolean;
  /** Returns the chosen value of a choice that is not itself stored. */
  read?: (draft: Draft) => string;
  /** Changes what depends on the field, too. */
  set?: (draft: Draft, value: string, path: string) => Draft;
  /** A field whose errors are shown here while it is hidden. */
  showsErrorsOf?: string;
  /** The text of such an error. Default: the server's message. */
  errorText?: string;
};

export const listShownFields = (fields: readonly ContentField[], draft: Draft): ContentField[] =>
  fields.filter(({ isShown }) => isShown?.(draft) ?? true);

/** Returns a draft after a field was changed, with what follows from it. */
export function changeField(draft: Draft, field: ContentField, path: string, value: string): Draft {
  if (field.set) return field.set(draft, value, path);
  const isEmptyNumber = field.type === 'number' && value === '';
  return setValue(draft, path, isEmptyNumber ? undefined : field.type === 'number' ? Number(value) : value);
}

export const readField = (draft: Draft, field: ContentField, path: string): string =>
  field.read ? field.read(draft) : readText(draft, path);
