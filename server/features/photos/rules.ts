import type { Kysely, Transaction } from 'kysely';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Outbox } from '#platform/outbox.ts';
import type { Clock } from '#platform/time.ts';
import { demandUser } from '#server/features/users/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { PhotoTable, Tables } from '#server/schema/tables.ts';
import type { Images } from '#server/third-parties/images.ts';
import * as repository from './repository.ts';

type Room = { db: Kysely<Tables>; clock: Clock; images: Images; outbox: Outbox };

export async function addPhoto(
  { db, images }: Room,
  viewer: Viewer,
  photo: { img: string; title?: string | undefined },
) {
  const facts = await images.describe(photo.img);
  const row: PhotoTable = {
    id: newId(),
    user_id: viewer.userId,
    img: photo.img,
    title: photo.title || 'A photo from our community',
    width: facts.width ?? null,
    height: facts.height ?? null,
    placeholder: facts.placeholder ?? null,
  };
  await db.transaction().execute(async (trx) => {
    await demandUser(trx, viewer);
    await repository.addPhotos(trx, [row]);
  });
  return { acknowledged: true, insertedId: row.id };
}

/** The stored picture follows through the outbox (see `removePicture`). */
export async function deletePhoto({ db, outbox }: Room, viewer: Viewer, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const removed = await repository.removePhoto(trx, viewer, id);
    if (!removed) throw new AppError('not-found');
    await outbox.add(trx, 'remove-picture', { img: removed.img });
  });
}

/** Whoever saves another person's picture as a photo and deletes that must not destroy the picture. */
export async function removePicture({ db, images }: Pick<Room, 'db' | 'images'>, img: string): Promise<void> {
  if (!(await repository.isShown(db, img))) await images.remove(img);
}

export async function reportPhoto({ db, clock }: Room, viewer: Viewer, photoId: string): Promise<void> {
  const known = await repository.addReport(db, { viewer, photoId, now: clock() });
  if (!known) throw new AppError('not-found');
}

/** When an account goes, its photos and reports go with it. */
export async function sayFarewell(outbox: Outbox, trx: Transaction<Tables>, viewer: Viewer): Promise<void> {
  for (const { id } of await repository.listPhotosOf(trx, viewer)) {
    const removed = await repository.removePhoto(trx, viewer, id);
    if (removed) await outbox.add(trx, 'remove-picture', { img: removed.img });
  }
  await repository.removeReportsBy(trx, viewer);
}
