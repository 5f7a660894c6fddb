import { tzOffset } from '@date-fns/tz/tzOffset';
import type { Content, ContentState } from '#contract/content-endpoints.ts';
import { utcDay } from '#contract/days.ts';
import type { ItemContent } from '#contract/site-content.ts';
import { minutes } from '#platform/time.ts';
import type { ContentRow } from '#server/db/content-tables.ts';

/** The day of an instant in the site's time zone. */
export const dayAt = (at: number, timeZone: string) => utcDay(at + minutes(tzOffset(timeZone, new Date(at))));

const parse = (json: string | null): unknown => JSON.parse(json ?? 'null');
const toIso = (at: number): string => new Date(at).toISOString();

/** Converts a group or an item for its editors. */
export function toContent(row: ContentRow, now: number, timeZone: string): Content {
  const { kind, id, revision, draft, published, publish_at, updated_at } = row;
  return {
    kind,
    id,
    revision,
    draft: parse(draft),
    hasDraft: draft !== null,
    published: parse(published),
    state: stateOf(row, dayAt(now, timeZone)),
    ...(publish_at !== null && { publishAt: toIso(publish_at) }),
    ...(revision > 0 && { updatedAt: toIso(updated_at) }),
  };
}

function stateOf({ kind, published, publish_at }: ContentRow, today: string): ContentState {
  if (publish_at !== null) return 'scheduled';
  if (published === null) return 'draft';
  return kind === 'campaign' && lastDayOf(JSON.parse(published)) < today ? 'past' : 'published';
}

const lastDayOf = ({ date, from = '', until = from }: ItemContent<'campaign'>): string => date ?? until;
