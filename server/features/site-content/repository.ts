import { sql } from 'kysely';
import type { ContentKind } from '#contract/site-content.ts';
import {
  type ContentRow,
  type ContentSlugRow,
  type ContentVersionRow,
  contentColumns,
} from '#server/db/content-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

export type ContentKey = Pick<ContentRow, 'kind' | 'id'>;

/** Returns all groups that were saved, and all items in order. */
export const listRows = (db: Db): Promise<ContentRow[]> =>
  db.selectFrom('content').select(contentColumns).orderBy('kind').orderBy('position').orderBy('id').execute();

/** Returns what is published, in order. */
export const listPublished = async (db: Db): Promise<(ContentKey & { published: string })[]> =>
  db
    .selectFrom('content')
    .select(['kind', 'id', 'published'])
    .where('published', 'is not', null)
    .$narrowType<{ published: string }>()
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .execute();

const rowQuery = (db: Db, { kind, id }: ContentKey) =>
  db.selectFrom('content').select(contentColumns).where('kind', '=', kind).where('id', '=', id);

export const findRow = (db: Db, key: ContentKey): Promise<ContentRow | undefined> =>
  rowQuery(db, key).executeTakeFirst();

export const lockRow = (trx: Trx, key: ContentKey): Promise<ContentRow | undefined> =>
  rowQuery(trx, key).forUpdate().executeTakeFirst();

/** Locks the items of a kind until the transaction ends, and returns their places in order. */
export async function lockPlaces(
  trx: Trx,
  kind: ContentKind,
): Promise<Pick<ContentRow, 'id' | 'position'>[]> {
  const query = trx.selectFrom('content').select(['id', 'position']).where('kind', '=', kind);
  // Lock in the order of the primary key, so that two transactions do not wait for each other.
  const rows = await query.orderBy('id').forUpdate().execute();
  return rows.toSorted((one, other) => one.position - other.position);
}

/** Returns the length of all drafts and published content in characters. */
export async function sumLengths(trx: Trx): Promise<number> {
  const length = sql<number>`coalesce(sum(length(coalesce(draft, '')) + length(coalesce(published, ''))), 0)`;
  const row = await trx.selectFrom('content').select(length.as('length')).executeTakeFirstOrThrow();
  return Number(row.length);
}

/** Inserts the row of a group or an item, unless it exists. */
export const insertRowIfMissing = (trx: Trx, row: ContentRow) =>
  trx
    .insertInto('content')
    .values(row)
    .onConflict((c) => c.columns(['kind', 'id']).doNothing())
    .execute();

export const updateRow = (trx: Trx, { kind, id, ...changes }: ContentKey & Partial<ContentRow>) =>
  trx.updateTable('content').set(changes).where('kind', '=', kind).where('id', '=', id).execute();

/** Deletes an item with its versions and slugs. */
export async function deleteItem(trx: Trx, { kind, id }: ContentKey): Promise<void> {
  for (const table of ['content', 'content_versions', 'content_slugs'] as const)
    await trx.deleteFrom(table).where('kind', '=', kind).where('id', '=', id).execute();
}

/**
 * Reserves the slugs for an item, which gives up its others, and keeps `former` until another item takes it.
 * Returns one that another item has.
 */
export async function reserveSlugs(
  trx: Trx,
  { kind, id }: ContentKey,
  slugs: readonly string[],
  former: string | undefined,
): Promise<string | undefined> {
  const own = trx.updateTable('content_slugs').where('kind', '=', kind).where('id', '=', id);
  if (former !== undefined) await own.set({ is_former: 1 }).where('slug', '=', former).execute();
  for (const slug of slugs)
    await trx
      .insertInto('content_slugs')
      .values({ kind, slug, id, is_former: 0 })
      .onConflict((c) =>
        c
          .columns(['kind', 'slug'])
          .doUpdateSet({ id, is_former: 0 })
          .where((e) => e.or([e('content_slugs.id', '=', id), e('content_slugs.is_former', '=', 1)])),
      )
      .execute();
  const all = trx.selectFrom('content_slugs').select(['slug', 'id']).where('kind', '=', kind);
  const taken = slugs.length > 0 ? await all.where('slug', 'in', slugs).where('id', '<>', id).execute() : [];
  const unused = trx
    .deleteFrom('content_slugs')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('is_former', '=', 0);
  await (slugs.length > 0 ? unused.where('slug', 'not in', slugs) : unused).execute();
  return taken[0]?.slug;
}

/** Returns the id of the item that had the slug before. */
export const findFormerOwner = async (
  db: Db,
  { kind, slug }: Pick<ContentSlugRow, 'kind' | 'slug'>,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('content_slugs')
      .select('id')
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .where('is_former', '=', 1)
      .executeTakeFirst()
  )?.id;

/** Returns the items whose time to be published has come, earliest first. */
export const listDue = (db: Db, now: number): Promise<ContentKey[]> =>
  db
    .selectFrom('content')
    .select(['kind', 'id'])
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .limit(100)
    .execute();

/** Takes a draft off the schedule, if its time has come. */
export const unschedule = (db: Db, { kind, id }: ContentKey, now: number) =>
  db
    .updateTable('content')
    .set({ publish_at: null })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('publish_at', '<=', now)
    .execute();

/** Maximum number of publications of an item that are kept. */
const MAX_VERSIONS = 20;

const versionsQuery = (db: Db, { kind, id }: ContentKey) =>
  db
    .selectFrom('content_versions')
    .select(['kind', 'id', 'version', 'content', 'published_at'])
    .where('kind', '=', kind)
    .where('id', '=', id);

/** Adds a version and deletes those beyond MAX_VERSIONS. */
export async function addVersion(trx: Trx, row: ContentVersionRow): Promise<void> {
  await trx.insertInto('content_versions').values(row).execute();
  const { kind, id } = row;
  const own = trx.selectFrom('content_versions').where('kind', '=', kind).where('id', '=', id);
  const kept = own.select('version').orderBy('version', 'desc').limit(MAX_VERSIONS);
  const versions = trx.deleteFrom('content_versions').where('kind', '=', kind).where('id', '=', id);
  await versions.where('version', 'not in', kept).execute();
}

/** Returns the last publications, newest first. */
export const listVersions = (db: Db, key: ContentKey): Promise<ContentVersionRow[]> =>
  versionsQuery(db, key).orderBy('version', 'desc').execute();

export const findVersion = (
  db: Db,
  key: ContentKey,
  version: number,
): Promise<ContentVersionRow | undefined> =>
  versionsQuery(db, key).where('version', '=', version).executeTakeFirst();

/** Returns the pictures, among these, that a draft, published content or an earlier version shows. */
export async function findContentPictures(db: Db, pictureIds: readonly string[]): Promise<string[]> {
  if (pictureIds.length === 0) return [];
  const some = '%/images/%';
  const rows = await db
    .selectFrom('content')
    .select('draft as json')
    .where('draft', 'like', some)
    .unionAll((e) => e.selectFrom('content').select('published as json').where('published', 'like', some))
    .unionAll((e) =>
      e.selectFrom('content_versions').select('content as json').where('content', 'like', some),
    )
    .execute();
  return pictureIds.filter((id) => rows.some(({ json }) => json?.includes(`/images/${id}`)));
}

/** Removes the reference of what an account changed last, when the account is deleted. */
export const forgetEditor = (trx: Trx, { userId }: Owner) =>
  trx.updateTable('content').set({ updated_by: null }).where('updated_by', '=', userId).execute();
