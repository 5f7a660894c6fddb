import { type ContentKind, GROUP_ID, type ItemKind, MAX_CONTENT_LENGTH } from '#contract/site-content.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { ContentRow } from '#server/db/content-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import {
  addVersion,
  type ContentKey,
  lockPlaces,
  reserveSlugs,
  sumLengths,
  updateRow,
} from './repository.ts';

// How editors and imports change the rows of the content.

export const emptyRow = {
  position: 0,
  revision: 0,
  draft: null,
  published: null,
  publish_at: null,
  updated_at: 0,
  updated_by: null,
} as const;

/** Returns the row of a group that was never saved. */
export const emptyGroup = (kind: ContentKind): ContentRow => ({ ...emptyRow, kind, id: GROUP_ID });

/** Puts items of a kind first, and returns the ids of all. */
export async function setOrder(trx: Trx, kind: ItemKind, ids: readonly string[]): Promise<string[]> {
  const places = await lockPlaces(trx, kind);
  const before = new Map(places.map(({ id, position }) => [id, position]));
  if (ids.some((id) => !before.has(id)))
    throw new AppError('invalid-fields', { fields: { ids: 'One of these was deleted. Reload the page' } });
  const ordered = [...new Set([...ids, ...before.keys()])];
  for (const [position, id] of ordered.entries())
    if (before.get(id) !== position) await updateRow(trx, { kind, id, position });
  return ordered;
}

/** Changes a locked row, and returns its new revision. Then call `checkLength`. */
export async function changeRow(
  trx: Trx,
  { kind, id, revision }: ContentRow,
  changes: Partial<ContentRow>,
): Promise<number> {
  await updateRow(trx, { kind, id, ...changes, revision: revision + 1 });
  return revision + 1;
}

/** @throws AppError too-much-content (409) if all texts together are too long */
export async function checkLength(trx: Trx): Promise<void> {
  if ((await sumLengths(trx)) > MAX_CONTENT_LENGTH) throw new AppError('too-much-content');
}

/** Publishes content of a locked row, and returns the new revision. Then call `checkLength`. */
export async function setPublished(
  core: Pick<Core, 'clock'>,
  trx: Trx,
  row: ContentRow,
  content: unknown,
  changes: Partial<ContentRow>,
): Promise<number> {
  const published = JSON.stringify(content);
  await takeSlugs(trx, row, content, { former: row.published });
  const version = await changeRow(trx, row, { ...changes, published, publish_at: null });
  const { kind, id } = row;
  await addVersion(trx, { kind, id, version, content: published, published_at: core.clock() });
  return version;
}

/**
 * Reserves the slugs of the content and of what is published. `former` was published until now.
 * @throws AppError invalid-fields (422) if another item of the kind has the slug
 */
export async function takeSlugs(
  trx: Trx,
  key: ContentKey,
  content: unknown,
  { published = null, former = null }: { published?: string | null; former?: string | null } = {},
): Promise<void> {
  const slugs = new Set([content, parse(published)].flatMap((value) => readSlug(value) ?? []));
  const taken = await reserveSlugs(trx, key, [...slugs], readSlug(parse(former)));
  if (taken !== undefined)
    throw new AppError('invalid-fields', {
      fields: { slug: 'Another one has this address. Choose another' },
    });
}

const parse = (json: string | null): unknown => JSON.parse(json ?? 'null');

const readSlug = (content: unknown): string | undefined =>
  (content as { slug?: string } | null)?.slug || undefined;
