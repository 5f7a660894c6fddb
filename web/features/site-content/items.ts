import { t } from '@lingui/core/macro';
import type { Content } from '#contract/content-endpoints.ts';

/** Returns the title of an item from a list in one language. */
export function titleOf({ draft }: Content): string {
  const { title, name } = (draft ?? {}) as { title?: string; name?: string };
  return title || name || t`Without a title`;
}

/** Returns the ids with one moved up (-1) or down (1). */
export function moveItem(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const others = ids.filter((other) => other !== id);
  const place = Math.max(0, ids.indexOf(id) + by);
  return [...others.slice(0, place), id, ...others.slice(place)];
}
