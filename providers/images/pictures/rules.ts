import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#platform/database/open.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type Clock, seconds } from '#platform/time.ts';
import type { Workers } from '../imaging/workers.ts';
import type { Storage } from '../storage/storage.ts';
import type { ReceivedFile } from '../upload/receive.ts';
import type { Picture } from './picture.ts';
import { changePictureState, deletePictureRow, insertPicture } from './repository.ts';

export type PictureDeps = { db: Database; storage: Storage; workers: Workers; clock: Clock };

/**
 * Cleans and stores an uploaded file. The row is written before the file, so that every file has a row. After
 * an interruption the orphan job removes the row and the file, even when a timed-out write completes later.
 * @throws AppError unsupported-picture (415), unreadable-picture, too-many-pixels (422), unavailable (503)
 */
export async function storePicture(
  { db, storage, workers, clock }: PictureDeps,
  userId: string,
  file: ReceivedFile,
  id: string = newId(),
): Promise<Picture> {
  if (file.bytes === 0) throw new AppError('unreadable-picture', { message: 'This file is empty.' });
  const { original, ...clean } = await workers.clean(file.path);
  const picture = { id, userId, ...clean, bytes: original.byteLength, createdAt: clock() };
  await insertPicture(db, picture);
  await storage.write(id, 'original', original);
  if (await changePictureState(db, id, { from: ['arriving'], to: 'new', now: clock() })) return picture;
  // The write took over an hour, and the orphan job has removed the row.
  await storage.remove(id);
  throw new AppError('unavailable', { message: 'This took too long. Upload the picture again.' });
}

/**
 * Limits how long a removal waits for the storage, because the product server may have to send emails next.
 */
const MAX_WAIT_MS = seconds(1);

/**
 * Hides the picture, then removes its files. The orphan job finishes an interrupted removal.
 * @throws AppError not-found (404)
 */
export async function removePicture({ db, storage, clock }: PictureDeps, id: string): Promise<void> {
  const isMarked = await changePictureState(db, id, { from: ['new', 'saved'], to: 'leaving', now: clock() });
  if (!isMarked) throw new AppError('not-found');
  const removal = storage
    .remove(id)
    .then(() => deletePictureRow(db, id))
    .catch(() => {}); // Already logged by the storage; the orphan job retries.
  await Promise.race([removal, pause(MAX_WAIT_MS, undefined, { ref: false })]);
}
