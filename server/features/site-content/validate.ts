import { isVisible } from '#contract/single-line.ts';
import { type ContentKind, contentKinds } from '#contract/site-content.ts';
import { parseFields } from '#server/http/route.ts';

/**
 * Returns a draft, which may be incomplete.
 * @throws AppError invalid-fields (422)
 */
export const parseDraft = (kind: ContentKind, draft: unknown): unknown =>
  parseFields(contentKinds[kind].draft, draft);

/**
 * Returns what a draft publishes: the same without empty texts.
 * @throws AppError invalid-fields (422) naming each field that prevents the publication
 */
export const parseContent = (kind: ContentKind, draft: unknown): unknown =>
  parseFields(contentKinds[kind].content, withoutEmpty(draft));

/** Removes empty texts, and objects of which nothing remains. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, entry]) => [name, withoutEmpty(entry)] as const);
  return Object.fromEntries(entries.filter(([, entry]) => !isEmpty(entry)));
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'string'
    ? !isVisible(value)
    : typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
