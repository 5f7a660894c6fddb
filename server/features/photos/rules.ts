import type { BodyOf } from '#contract/endpoint.ts';
import type { addPhoto as addPhotoEndpoint } from '#contract/photos.ts';
import { toSingleLine } from '#contract/single-line.ts';
import { ConcurrentUpdateError, inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { requireUser } from '#server/features/users/rules.ts';
import { findCreatedId, type RequestKey, runOncePerKey } from '#server/http/idempotency-repository.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { isPictureBlocked, removeReportsBy } from './reports-repository.ts';
import * as repository from './repository.ts';

/** Limit per member, which is the same as for uploads. */
export const MAX_PHOTOS_PER_DAY: RateLimit = { points: 200, seconds: 86_400 };

export type PhotoDeps = Pick<Core, 'db' | 'clock' | 'images' | 'outbox'> & {
  /** @throws AppError too-many-requests (429) */
  countPhoto: (userId: string) => Promise<void>;
};

/**
 * Adds a photo, of which each member can have one per picture. Adding a picture again returns the same id. A
 * repeated key returns the first response, even if the picture was deleted in the meantime.
 * @throws AppError photo-moderated (409), invalid-fields, key-reused (422), too-many-requests (429),
 * unavailable (503)
 */
export async function addPhoto(
  deps: PhotoDeps,
  viewer: Viewer,
  photo: BodyOf<typeof addPhotoEndpoint>,
  key?: RequestKey,
) {
  const createdId = key && (await findCreatedId(deps.db, viewer, key));
  return { acknowledged: true, insertedId: createdId ?? (await addNewPhoto(deps, viewer, photo, key)) };
}

async function addNewPhoto(
  { db, clock, images, countPhoto }: PhotoDeps,
  viewer: Viewer,
  photo: BodyOf<typeof addPhotoEndpoint>,
  key?: RequestKey,
): Promise<string> {
  await countPhoto(viewer.userId);
  const { pictureId, placeholder, ...details } = await images.describe(photo.img);
  const { width, height } = details.width && details.height ? details : photo;
  const row = {
    id: newId(),
    user_id: viewer.userId,
    picture_id: pictureId,
    title: parseTitle(photo.title),
    // A size is stored only if both width and height are known.
    width: (height && width) ?? null,
    height: (width && height) ?? null,
    placeholder: placeholder ?? null,
  };
  return inTransaction(db, async (trx) => {
    await requireUser(trx, viewer);
    const own = await repository.findOwnPhoto(trx, viewer, pictureId);
    const id = own?.id ?? row.id;
    return runOncePerKey(trx, { viewer, key, createdId: id, now: clock() }, async () => {
      if (!own && !(await repository.addPhoto(trx, row))) throw new ConcurrentUpdateError();
      // Check after the insert, which waits for a concurrent removal of the same photo.
      const isVisible = own !== undefined && own.is_hidden === 0;
      if (!isVisible && (await isPictureBlocked(trx, pictureId))) throw new AppError('photo-moderated');
      return id;
    });
  });
}

export async function deletePhoto(
  core: Pick<Core, 'db' | 'outbox'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await inTransaction(core.db, async (trx) => {
    if (!(await removeOwn(core, trx, viewer, id))) throw new AppError('not-found');
  });
}

/** The outbox removes the stored picture (see `removePicture`). */
async function removeOwn({ outbox }: Pick<Core, 'outbox'>, trx: Trx, viewer: Viewer, id: string) {
  const removed = await repository.removePhoto(trx, viewer, id);
  if (!removed) return false;
  await repository.deleteDuplicatePhotos(trx, removed);
  await outbox.add(trx, 'remove-picture', { pictureId: removed.picture_id });
  return true;
}

/**
 * Removes a picture from the image host unless a photo still shows it, because deleting a copy must not
 * destroy another member's picture.
 */
export async function removePicture(
  { db, images }: Pick<PhotoDeps, 'db' | 'images'>,
  pictureId: string,
): Promise<void> {
  const shown = await repository.findVisiblePictures(db, [pictureId]);
  if (!shown.has(pictureId)) await images.remove(pictureId);
}

/** Deletes the member's photos and reports. Photos hidden by those reports stay hidden. */
export async function onAccountDeleted(core: Pick<Core, 'outbox'>, trx: Trx, viewer: Viewer): Promise<void> {
  for (const { id } of await repository.listOwnPhotos(trx, viewer)) await removeOwn(core, trx, viewer, id);
  await removeReportsBy(trx, viewer);
}

/** Returns the title as one line of plain text, or a default. */
export const parseTitle = (sent: string | undefined): string =>
  toSingleLine(sent ?? '') || 'A photo from our community';
