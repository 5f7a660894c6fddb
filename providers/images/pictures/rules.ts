import type { Database } from '#platform/database/open.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Clock } from '#platform/time.ts';
import type { Workers } from '../imaging/workers.ts';
import type { Storage } from '../storage/storage.ts';
import type { ReceivedFile } from '../upload/receive.ts';
import { type Picture, pictureAddress } from './picture.ts';
import { changeState, deleteLeft, insertPicture } from './repository.ts';

export type Parts = { db: Database; storage: Storage; workers: Workers; clock: Clock };

/**
 * Cleans an uploaded file and keeps it. The row comes before the file, so that a crash between leaves no file that
 * nobody knows of, and is found once the file would outlive a power cut.
 * @throws AppError unsupported-picture (415), unreadable-picture, too-many-pixels (422), unavailable (503)
 */
export async function keepPicture(
  parts: Parts,
  { userId, file, publicUrl }: { userId: string; file: ReceivedFile; publicUrl: string },
): Promise<Picture> {
  if (file.bytes === 0) throw new AppError('unreadable-picture', { message: 'This file is empty.' });
  const { original, ...clean } = await parts.workers.clean(file.path);
  const { db, storage, clock } = parts;
  const id = newId();
  const picture = { id, userId, ...clean, bytes: original.byteLength, createdAt: clock() };
  await insertPicture(db, picture, pictureAddress(publicUrl, id));
  try {
    await storage.write(id, 'original', original);
    if (await changeState(db, id, { from: ['arriving'], to: 'new', now: clock() })) return picture;
    throw new AppError('unavailable', { message: 'This took too long. Please upload the picture again.' });
  } catch (error) {
    await takeBack(parts, id);
    throw error;
  }
}

/** The row stays for the job, which looks once more: a write that we gave up may still come to its end. */
async function takeBack({ db, storage, clock }: Parts, id: string): Promise<void> {
  const leave = changeState(db, id, { from: ['arriving'], to: 'leaving', now: clock() });
  await Promise.allSettled([leave, storage.remove(id)]);
}

/**
 * From the first step on nobody finds it; whatever breaks off after that is finished by the job (orphans.ts).
 * @throws AppError not-found (404)
 */
export async function removePicture({ db, storage, clock }: Parts, id: string): Promise<void> {
  const leaves = await changeState(db, id, { from: ['new', 'saved'], to: 'leaving', now: clock() });
  if (!leaves) throw new AppError('not-found');
  try {
    await storage.remove(id);
  } catch {
    return; // The storage has told the log why.
  }
  await deleteLeft(db, id);
}
