import type { BodyOf } from '#contract/endpoint.ts';
import type { addPhoto as addPhotoEndpoint } from '#contract/photos.ts';
import { singleLine } from '#contract/single-line.ts';
import { ConcurrentUpdateError, inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import type { Clock } from '#platform/time.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { requireUser } from '#server/features/users/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findCreatedId, type RequestKey, runOncePerKey } from '#server/idempotency/repository.ts';
import type { Images } from '#server/integrations/images.ts';
import { isModerated, removeReportsBy } from './reports-repository.ts';
import * as repository from './repository.ts';

/** Of one member: as many as they may upload. */
export const MAX_PHOTOS_PER_DAY: RateLimit = { points: 200, seconds: 86_400 };

export type PhotoDeps = {
  db: Db;
  clock: Clock;
  images: Images;
  outbox: Outbox;
  /** @throws AppError too-many-requests (429) */
  countPhoto: (userId: string) => Promise<void>;
};

/**
 * One photo per person and picture: who saves it again gets the same id. A repeated key gives the first answer again,
 * whatever has become of the picture meanwhile.
 * @throws AppError photo-moderated (409), invalid-fields, key-reused (422), too-many-requests (429), unavailable (503)
 */
export async function addPhoto(
  deps: PhotoDeps,
  viewer: Viewer,
  photo: BodyOf<typeof addPhotoEndpoint>,
  key?: RequestKey,
) {
  const made = key && (await findCreatedId(deps.db, viewer, key));
  return { acknowledged: true, insertedId: made ?? (await addNewPhoto(deps, viewer, photo, key)) };
}

async function addNewPhoto(
  { db, clock, images, countPhoto }: PhotoDeps,
  viewer: Viewer,
  photo: BodyOf<typeof addPhotoEndpoint>,
  key?: RequestKey,
): Promise<string> {
  await countPhoto(viewer.userId);
  const { img, placeholder, ...told } = await images.describe(photo.img);
  const { width, height } = told.width && told.height ? told : photo;
  const row = {
    id: newId(),
    user_id: viewer.userId,
    img,
    title: parseTitle(photo.title),
    // One side alone says nothing about the shape.
    width: (height && width) ?? null,
    height: (width && height) ?? null,
    placeholder: placeholder ?? null,
  };
  return inTransaction(db, async (trx) => {
    await requireUser(trx, viewer);
    const own = await repository.findPhotoOf(trx, viewer, img);
    const id = own?.id ?? row.id;
    return runOncePerKey(trx, { viewer, key, madeId: id, now: clock() }, async () => {
      if (!own && !(await repository.addPhoto(trx, row))) throw new ConcurrentUpdateError();
      // After the insert: that waits for a removal of the same photo.
      const isVisible = own !== undefined && own.is_hidden === 0;
      if (!isVisible && (await isModerated(trx, img))) throw new AppError('photo-moderated');
      return id;
    });
  });
}

export async function deletePhoto(
  { db, outbox }: Pick<PhotoDeps, 'db' | 'outbox'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await removeOwn(outbox, trx, viewer, id))) throw new AppError('not-found');
  });
}

/** The stored picture follows through the outbox (see `removePicture`). */
async function removeOwn(outbox: Outbox, trx: Trx, viewer: Viewer, id: string) {
  const removed = await repository.removePhoto(trx, viewer, id);
  if (!removed) return false;
  await repository.removeCopies(trx, removed);
  await outbox.add(trx, 'remove-picture', { img: removed.img });
  return true;
}

/** Whoever saves another person's picture as a photo and deletes that must not destroy the picture. */
export async function removePicture(
  { db, images }: Pick<PhotoDeps, 'db' | 'images'>,
  img: string,
): Promise<void> {
  const shown = await repository.findShownPictures(db, [img]);
  if (!shown.has(img)) await images.remove(img);
}

/** When an account goes, its photos and reports go with it; what was hidden stays hidden. */
export async function onAccountDeleted(outbox: Outbox, trx: Trx, viewer: Viewer): Promise<void> {
  for (const { id } of await repository.listPhotosOf(trx, viewer)) await removeOwn(outbox, trx, viewer, id);
  await removeReportsBy(trx, viewer);
}

/** Plain text in one line. */
export const parseTitle = (sent: string | undefined): string =>
  singleLine(sent ?? '') || 'A photo from our community';
