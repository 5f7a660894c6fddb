import { type ContentKind, GROUP_ID, isGroupKind, isItemKind, MAX_ITEMS } from '#contract/site-content.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { ContentRow } from '#server/db/content-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import type { AddLogEntry } from '#server/http/with-staff-log.ts';
import {
  changeRow,
  checkLength,
  emptyGroup,
  emptyRow,
  setOrder,
  setPublished,
  takeSlugs,
} from './content-rows.ts';
import { checkPictures, findLogoProblem } from './pictures.ts';
import { hasCenter } from './records-repository.ts';
import {
  type ContentKey,
  deleteItem,
  findRow,
  findVersion,
  insertRowIfMissing,
  lockPlaces,
  lockRow,
} from './repository.ts';
import { parseContent, parseDraft } from './validate.ts';

type ContentCore = Pick<Core, 'db' | 'clock' | 'logKey' | 'publicUrl'>;
type Change = ContentKey & { revision: number };

/**
 * Adds an item at the end of its kind, and returns its id. An editor that chooses the id adds it only once,
 * also if a response is lost.
 * @throws AppError not-found (404: a group), too-many-items, too-much-content (409), invalid-fields (422),
 * changed-elsewhere (409: there is an item with this id)
 */
export async function addItem(
  core: ContentCore,
  by: StaffMember,
  kind: ContentKind,
  draft: unknown,
  id: string = newId(),
): Promise<string> {
  if (!isItemKind(kind)) throw new AppError('not-found');
  const parsed = parseDraft(kind, draft);
  await inTransaction(core.db, async (trx) => {
    const places = (await lockPlaces(trx, kind)).filter((place) => place.id !== id);
    if (places.length >= MAX_ITEMS) throw new AppError('too-many-items');
    await insertRowIfMissing(trx, {
      ...{ ...emptyRow, kind, id },
      position: (places.at(-1)?.position ?? -1) + 1,
    });
    const row = await lockUnchanged(trx, { kind, id, revision: 0 });
    await takeSlugs(trx, row, parsed);
    await changeRow(trx, row, { draft: JSON.stringify(parsed), ...changedNow(core, by) });
    await checkLength(trx);
  });
  return id;
}

/**
 * Saves a draft, which may be incomplete, and returns its revision. The item is no longer scheduled, because
 * the draft that was to be published is not this one.
 * @throws AppError not-found (404), changed-elsewhere (409), invalid-fields (422)
 */
export async function saveDraft(
  core: ContentCore,
  by: StaffMember,
  change: Change,
  draft: unknown,
): Promise<number> {
  const parsed = parseDraft(change.kind, draft);
  return inTransaction(core.db, async (trx) => {
    const row = await lockUnchanged(trx, change);
    await takeSlugs(trx, row, parsed, { published: row.published });
    const draft = JSON.stringify(parsed);
    const changed = await changeRow(trx, row, { draft, publish_at: null, ...changedNow(core, by) });
    await checkLength(trx);
    return changed;
  });
}

/**
 * Publishes the draft now, or at a later time, and returns the new revision.
 * @throws AppError not-found (404), changed-elsewhere (409), invalid-fields (422)
 */
export async function publishDraft(
  core: ContentCore & Pick<Core, 'contentImages'>,
  by: StaffMember,
  change: Change,
  at: number = core.clock(),
): Promise<number> {
  const logoProblem = await checkLogo(core, change);
  return withStaffLog(core, by, async (trx, log) => {
    const row = await lockUnchanged(trx, change);
    if (logoProblem) throw new AppError('invalid-fields', { fields: { logo: logoProblem } });
    if (at <= core.clock()) return publishRow(core, trx, log, row, by);
    parseRow(core, row);
    await log({ action: `schedule ${row.kind}`, people: [] });
    return changeRow(trx, row, { publish_at: at, ...changedNow(core, by) });
  });
}

/** Returns why the logo of a draft cannot be published, or undefined. */
async function checkLogo(
  { db, contentImages }: Pick<Core, 'db' | 'contentImages'>,
  change: Change,
): Promise<string | undefined> {
  if (change.kind !== 'identity') return undefined;
  const { draft } = (await findRow(db, change)) ?? {};
  const { logo }: { logo?: string } = JSON.parse(draft ?? '{}') ?? {};
  return logo ? findLogoProblem(contentImages, logo) : undefined;
}

/** Publishes the draft of a locked row. Without `by`, it was scheduled, and the editor stays the same. */
export async function publishRow(
  core: ContentCore,
  trx: Trx,
  log: AddLogEntry,
  row: ContentRow,
  by?: StaffMember,
): Promise<number> {
  const content = parseRow(core, row);
  await checkCenter(trx, content);
  await log({ action: `publish ${row.kind}`, people: [] });
  const revision = await setPublished(core, trx, row, content, by ? changedNow(core, by) : {});
  await checkLength(trx);
  return revision;
}

/** @throws AppError invalid-fields (422) if the content names a center that does not exist */
async function checkCenter(trx: Trx, content: unknown): Promise<void> {
  const { centerId } = (content ?? {}) as { centerId?: string };
  if (centerId && !(await hasCenter(trx, centerId)))
    throw new AppError('invalid-fields', { fields: { centerId: 'Choose a center' } });
}

/**
 * Publishes an earlier version again, which also replaces the draft. Returns the new revision.
 * @throws AppError not-found (404), changed-elsewhere (409), invalid-fields (422)
 */
export const restoreVersion = (
  core: ContentCore,
  by: StaffMember,
  { version, ...change }: ContentKey & { revision?: number | undefined; version: number },
): Promise<number> =>
  withStaffLog(core, by, async (trx, log) => {
    const row = await lockUnchanged(trx, change);
    const found = await findVersion(trx, change, version);
    if (!found) throw new AppError('not-found');
    // A later version of this software may have other limits.
    const content = parseContent(row.kind, JSON.parse(found.content));
    await log({ action: `restore ${row.kind}`, people: [] });
    const changes = { draft: found.content, ...changedNow(core, by) };
    const revision = await setPublished(core, trx, row, content, changes);
    await checkLength(trx);
    return revision;
  });

/**
 * Deletes an item with its versions, or returns a group to its default.
 * @throws AppError not-found (404), changed-elsewhere (409)
 */
export const deleteContent = (core: ContentCore, by: StaffMember, change: Change): Promise<void> =>
  withStaffLog(core, by, async (trx, log) => {
    const row = await lockUnchanged(trx, change);
    await log({ action: `delete ${row.kind}`, people: [] });
    // A group keeps its revision and versions: an editor who has read an earlier revision is told.
    if (!isGroupKind(row.kind)) await deleteItem(trx, row);
    else
      await changeRow(trx, row, { draft: null, published: null, publish_at: null, ...changedNow(core, by) });
  });

/**
 * Puts items of a kind first, in this order, and returns the ids of all. Items that were added in the
 * meantime follow.
 * @throws AppError not-found (404: a group), invalid-fields (422: no item of this kind has the id)
 */
export const orderItems = (
  core: ContentCore,
  by: StaffMember,
  kind: ContentKind,
  ids: readonly string[],
): Promise<string[]> =>
  withStaffLog(core, by, async (trx, log) => {
    if (!isItemKind(kind)) throw new AppError('not-found');
    const ordered = await setOrder(trx, kind, ids);
    await log({ action: `order ${kind}`, people: [] });
    return ordered;
  });

/**
 * Locks the row until the transaction ends.
 * @throws AppError not-found (404), changed-elsewhere (409) if it has another revision than the given one
 */
async function lockUnchanged(
  trx: Trx,
  { kind, id, revision }: ContentKey & { revision?: number | undefined },
): Promise<ContentRow> {
  if (isGroupKind(kind) && id === GROUP_ID) await insertRowIfMissing(trx, emptyGroup(kind));
  const row = await lockRow(trx, { kind, id });
  if (!row) throw new AppError('not-found');
  if (revision !== undefined && revision !== row.revision)
    throw new AppError('changed-elsewhere', {
      details: { current: { revision: row.revision, draft: JSON.parse(row.draft ?? 'null') } },
    });
  return row;
}

const changedNow = ({ clock }: ContentCore, { userId }: StaffMember) => ({
  updated_at: clock(),
  updated_by: userId,
});

/** @throws AppError invalid-fields (422) naming each field that prevents the publication of the draft */
function parseRow({ publicUrl }: Pick<Core, 'publicUrl'>, { kind, draft }: ContentRow): unknown {
  if (draft === null)
    throw new AppError('invalid-fields', { fields: { draft: 'Save something before you publish it' } });
  const content = parseContent(kind, JSON.parse(draft));
  checkPictures(content, publicUrl);
  return content;
}
