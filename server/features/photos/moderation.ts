import type { Core } from '#server/core.ts';
import type { PhotoRow } from '#server/db/photo-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import type { Images } from '#server/integrations/images.ts';
import type { ChangedItem, ModeratedKind, QueueItem } from '#server/moderated-kind.ts';
import { deletePhoto, hidePhoto, lockPhotosOfPicture, restoreReports } from './removal-repository.ts';
import {
  approvePhoto,
  blockPicture,
  findPhoto,
  findReportedPhotosForModerators,
  isPictureBlocked,
  removePhotoPicture,
  unblockPicture,
} from './reports-repository.ts';
import type { OwnPhoto } from './repository.ts';
import { toPhoto } from './serialize.ts';

/** The state of a photo before a decision, to restore it. */
type Previous = Pick<PhotoRow, 'reports' | 'reported_at' | 'hidden_at' | 'kept_at' | 'over_limit_at'> & {
  /** Whether the picture was blocked, so that no member could add a photo of it. */
  isBlocked: boolean;
};

/**
 * Creates the moderation of photos.
 * @param removal hides photos until the time to object has passed, or deletes them immediately
 */
export function createPhotoModeration(
  { outbox, images }: Pick<Core, 'outbox'> & { images: Pick<Images, 'getUrl'> },
  removal: 'hide' | 'delete',
): ModeratedKind {
  const toItem = (row: OwnPhoto): QueueItem => ({
    _id: row.id,
    kind: 'photo',
    state: row.is_hidden === 1 ? 'hidden' : 'reported',
    since: new Date(row.reported_at ?? 0).toISOString(),
    photo: { ...toPhoto({ images }, row), reports: row.reports },
  });

  async function hideAll(trx: Trx, id: string, now: number): Promise<ChangedItem[]> {
    const photo = await findPhoto(trx, id);
    if (!photo) return [];
    const { picture_id: pictureId } = photo;
    const photos = await lockPhotosOfPicture(trx, pictureId);
    const isBlocked = await isPictureBlocked(trx, pictureId);
    await blockPicture(trx, pictureId, now);
    for (const photo of photos) await hidePhoto(trx, photo.id, now);
    return moveToFront(id, photos).map((row) => changedItem(row, { isBlocked, notifies: true }));
  }

  async function deleteAll(trx: Trx, id: string, now: number): Promise<ChangedItem[]> {
    const photo = await findPhoto(trx, id);
    if (!photo) return [];
    const photos = await lockPhotosOfPicture(trx, photo.picture_id);
    await removePhotoPicture(trx, id, now);
    await outbox.add(trx, 'remove-picture', { pictureId: photo.picture_id });
    return moveToFront(id, photos).map((row) => ({
      ...changedItem(row, { isBlocked: true, notifies: true }),
      isFinal: true,
    }));
  }

  return {
    list: async (db, options) => (await findReportedPhotosForModerators(db, options)).map(toItem),
    async find(db, id) {
      const row = await findPhoto(db, id);
      return row && { ...toItem(row), userId: row.user_id, isWaiting: row.reported_at !== null };
    },
    async apply(trx, { id, decision, now }) {
      if (decision === 'remove') return (removal === 'hide' ? hideAll : deleteAll)(trx, id, now);
      const photo = await findPhoto(trx, id);
      if (!photo) return [];
      const isBlocked = await isPictureBlocked(trx, photo.picture_id);
      if (!(await approvePhoto(trx, id, now))) return [];
      return [changedItem(photo, { isBlocked, notifies: photo.is_hidden === 1 })];
    },
    async restore(trx, { id, previous, now }) {
      const { isBlocked, ...columns } = previous as Previous;
      const pictureId = await restoreReports(trx, id, columns);
      if (pictureId === undefined) return false;
      if (isBlocked) await blockPicture(trx, pictureId, now);
      else await unblockPicture(trx, pictureId);
      return true;
    },
    async finish(trx, id) {
      const pictureId = await deletePhoto(trx, id);
      if (pictureId !== undefined) await outbox.add(trx, 'remove-picture', { pictureId });
    },
  };
}

/** Moves the photo that was decided about to the front of its picture's photos. */
const moveToFront = (id: string, photos: PhotoRow[]): PhotoRow[] =>
  photos.toSorted((one, other) => Number(other.id === id) - Number(one.id === id));

function changedItem(
  { id, user_id: userId, title, reports, reported_at, hidden_at, kept_at, over_limit_at }: PhotoRow,
  { isBlocked, notifies }: { isBlocked: boolean; notifies: boolean },
): ChangedItem {
  const previous: Previous = { reports, reported_at, hidden_at, kept_at, over_limit_at, isBlocked };
  return { id, userId, title, previous, notifies };
}
