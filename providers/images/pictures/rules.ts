import type { Database } from '#platform/database/open.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Clock } from '#platform/time.ts';
import type { Workers } from '../imaging/workers.ts';
import type { Storage } from '../storage/storage.ts';
import type { ReceivedFile } from '../upload/receive.ts';
import type { Picture } from './picture.ts';
import { deletePicture, insertPicture } from './repository.ts';

export type Parts = { db: Database; storage: Storage; workers: Workers; clock: Clock };

/**
 * Cleans an uploaded file and keeps it. The row is written once the file would outlive a power cut.
 * @throws AppError unsupported-picture (415), unreadable-picture, too-many-pixels (422), unavailable (503)
 */
export async function keepPicture(parts: Parts, userId: string, file: ReceivedFile): Promise<Picture> {
  if (file.bytes === 0) throw new AppError('unreadable-picture', { message: 'This file is empty.' });
  const { original, ...clean } = await parts.workers.clean(file.path);
  const id = newId();
  const picture = { id, userId, ...clean, bytes: original.byteLength, createdAt: parts.clock() };
  try {
    await parts.storage.write(id, 'original', original);
    await insertPicture(parts.db, picture);
    return picture;
  } catch (error) {
    await parts.storage.remove(id);
    throw error;
  }
}

/**
 * The row goes first: whoever is making a variant meanwhile looks for it afterwards (serving/variants.ts).
 * @throws AppError not-found (404)
 */
export async function removePicture({ db, storage }: Parts, id: string): Promise<void> {
  if (!(await deletePicture(db, id))) throw new AppError('not-found');
  await storage.remove(id);
}
