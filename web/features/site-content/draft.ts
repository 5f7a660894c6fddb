/** The content of a group or an item as JSON. A field is named by its path: `title`, `0.label`, `title.en`. */
export type Draft = unknown;

const childOf = (value: Draft, key: string): Draft =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

export const readValue = (draft: Draft, path: string): Draft => path.split('.').reduce(childOf, draft);

/** Returns the text of a field, or '' if it is empty. */
export const readText = (draft: Draft, path: string): string => String(readValue(draft, path) ?? '');

/** Returns a copy with another value of a field. `undefined` removes it. */
export function setValue(draft: Draft, path: string, value: unknown): Draft {
  const [key = '', ...rest] = path.split('.');
  const next = rest.length > 0 ? setValue(childOf(draft, key), rest.join('.'), value) : value;
  if (Array.isArray(draft)) return draft.map((entry, index) => (String(index) === key ? next : entry));
  const { [key]: _, ...others } = (draft ?? {}) as Record<string, unknown>;
  // Keep the place of a field: a text in no other language is shown in the first language that it has.
  if (next !== undefined && key in ((draft ?? {}) as object)) return { ...(draft as object), [key]: next };
  return next === undefined ? others : { ...others, [key]: next };
}

/** Returns whether two drafts have the same content, apart from empty fields and spaces around texts. */
export const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(simplify(one)) === JSON.stringify(simplify(other));

function simplify(value: Draft): Draft {
  if (typeof value === 'string') return value.trim() || undefined;
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, entry]) => [key, simplify(entry)] as const)
    .filter(([, entry]) => entry !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Returns the last part of an address for a title, or '' if the title has no Latin letters or digits. */
export const proposeSlug = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, 80)
    .trim()
    .replaceAll(' ', '-');

/** Fills in the address for the title in its first language, unless the editor has changed the address. */
export function followTitle(before: Draft, after: Draft): Draft {
  const proposalFor = (draft: Draft) => proposeSlug(firstText(readValue(draft, 'title')));
  const slug = readText(after, 'slug');
  return slug === '' || slug === proposalFor(before) ? setValue(after, 'slug', proposalFor(after)) : after;
}

/** Returns a text in the first language in which it is not empty. */
const firstText = (text: Draft): string => Object.values(text ?? {}).find(Boolean) ?? '';
