import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#platform/database/open.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type Clock, seconds } from '#platform/time.ts';
import type { Workers } from '../imaging/workers.ts';
import type { Storage } from '../storage/storage.ts';
import type { ReceivedFile } from '../upload/receive.ts';
import type { Picture } from './picture.ts';
import { changeState, deleteLeftover, insertPicture } from './repository.ts';

export type PictureDeps = { db: Database; storage: Storage; workers: Workers; clock: Clock };

/**
 * Cleans an uploaded file and keeps it. The row comes before the file, so that whatever breaks off leaves no file that
 * nobody knows of: the job clears it away later (orphans.ts), also what a write that we gave up brings after all.
 * @throws AppError unsupported-picture (415), unreadable-picture, too-many-pixels (422), unavailable (503)
 */
export async function storePicture(
  { db, storage, workers, clock }: PictureDeps,
  userId: string,
  file: ReceivedFile,
): Promise<Picture> {
  if (file.bytes === 0) throw new AppError('unreadable-picture', { message: 'This file is empty.' });
  const { original, ...clean } = await workers.clean(file.path);
  const id = newId();
  const picture = { id, userId, ...clean, bytes: original.byteLength, createdAt: clock() };
  await insertPicture(db, picture);
  await storage.write(id, 'original', original);
  if (await changeState(db, id, { from: ['arriving'], to: 'new', now: clock() })) return picture;
  // An hour has passed, and the job was here before the file.
  await storage.remove(id);
  throw new AppError('unavailable', { message: 'This took too long. Please upload the picture again.' });
}

/** Behind a removal the product server may have mails to send: a bucket that hangs must not hold them up. */
const PATIENCE = seconds(1);

/**
 * From the first step on nobody finds it; whatever breaks off after that is finished by the job (orphans.ts).
 * @throws AppError not-found (404)
 */
export async function removePicture({ db, storage, clock }: PictureDeps, id: string): Promise<void> {
  const leaves = await changeState(db, id, { from: ['new', 'saved'], to: 'leaving', now: clock() });
  if (!leaves) throw new AppError('not-found');
  const cleared = storage
    .remove(id)
    .then(() => deleteLeftover(db, id))
    .catch(() => {}); // The storage has told the log why; the job does it again.
  await Promise.race([cleared, pause(PATIENCE, undefined, { ref: false })]);
}
