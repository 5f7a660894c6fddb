import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { listStoredPictures, type StoredPicture } from '../pictures/repository.ts';
import { createDiskStorage, picturesFolder } from '../storage/disk.ts';
import { type Storage, storagePath } from '../storage/storage.ts';

export type CopyResult = {
  copied: number;
  /** Pictures that were already in the bucket with the same content. */
  unchanged: number;
  /** Ids of visible pictures whose file is missing on the disk. */
  missing: string[];
};

/**
 * Copies originals from DATA_DIR to a bucket and reads each back to compare it. Skips files that are already
 * there, so that it can be repeated. Variants are not copied: they are generated again.
 * @throws SetupError naming the picture that could not be copied
 */
export async function copyPicturesToBucket(
  db: Database,
  dataDir: string,
  bucket: Storage,
): Promise<CopyResult> {
  const disk = createDiskStorage(join(dataDir, picturesFolder));
  const queue = new PQueue({ concurrency: 8 });
  const result: CopyResult = { copied: 0, unchanged: 0, missing: [] };

  async function copyOne({ id, isVisible }: StoredPicture): Promise<void> {
    const bytes = await disk.read(id, 'original');
    if (!bytes) {
      if (isVisible) result.missing.push(id);
      return;
    }
    try {
      result[(await writeIfDifferent(bucket, id, bytes)) ? 'copied' : 'unchanged'] += 1;
    } catch (cause) {
      const reason = (cause as Error).message;
      throw new SetupError(`The picture ${id} could not be copied to the bucket: ${reason}`, { cause });
    }
  }

  for await (const pictures of listStoredPictures(db))
    await queue.addAll(pictures.map((picture) => () => copyOne(picture)));
  return result;
}

/** Returns false when the bucket already had the same file. */
async function writeIfDifferent(bucket: Storage, id: string, bytes: Uint8Array): Promise<boolean> {
  // Overwrite a file that cannot be read or differs. An unreachable bucket then fails the write.
  const storedBytes = await bucket.read(id, 'original').catch(() => undefined);
  if (storedBytes && isSame(storedBytes, bytes)) return false;
  await bucket.write(id, 'original', bytes);
  const written = await bucket.read(id, 'original');
  if (!written || !isSame(written, bytes))
    throw new Error('the bucket returned different content than was written.');
  return true;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/**
 * Yields the original files of all pictures except arriving ones, as paths below DATA_DIR separated by `/`.
 * `needed`: the picture is visible. Variants are left out, because they are generated again.
 */
export async function* listPictureFiles(db: Database): AsyncGenerator<{ path: string; needed: boolean }> {
  for await (const pictures of listStoredPictures(db)) {
    for (const { id, isVisible } of pictures)
      yield { path: `images/pictures/${storagePath(id, 'original')}`, needed: isVisible };
  }
}
