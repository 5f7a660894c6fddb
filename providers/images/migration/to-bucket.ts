import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { listStored, type StoredPicture } from '../pictures/repository.ts';
import { diskStorage, picturesFolder } from '../storage/disk.ts';
import { pathOf, type Storage } from '../storage/storage.ts';

export type MovedPictures = {
  copied: number;
  /** Were there already, and the same. */
  there: number;
  /** Ids of pictures that people may see and that have no file on the disk either. */
  gone: string[];
};

/**
 * Copies the pictures of an embedded site from DATA_DIR to a bucket, and reads each back to compare it. What is there
 * and the same is left alone, so that it can be run again. Sizes are left out: they are made again.
 * @throws SetupError that names the picture which the bucket did not take
 */
export async function copyPicturesToBucket(
  db: Database,
  dataDir: string,
  bucket: Storage,
): Promise<MovedPictures> {
  const disk = diskStorage(join(dataDir, picturesFolder));
  const queue = new PQueue({ concurrency: 8 });
  const moved: MovedPictures = { copied: 0, there: 0, gone: [] };

  async function moveOne({ id, seen }: StoredPicture): Promise<void> {
    const bytes = await disk.read(id, 'original');
    if (!bytes) {
      if (seen) moved.gone.push(id);
      return;
    }
    try {
      moved[(await ensure(bucket, id, bytes)) ? 'copied' : 'there'] += 1;
    } catch (cause) {
      const reason = (cause as Error).message;
      throw new SetupError(`The picture ${id} could not be copied to the bucket: ${reason}`, { cause });
    }
  }

  for await (const pictures of listStored(db))
    await queue.addAll(pictures.map((picture) => () => moveOne(picture)));
  return moved;
}

/** False when it was there. */
async function ensure(bucket: Storage, id: string, bytes: Uint8Array): Promise<boolean> {
  // One that cannot be read, or is not what was written there, is written anew; a bucket that is away says so then.
  const there = await bucket.read(id, 'original').catch(() => undefined);
  if (there && isSame(there, bytes)) return false;
  await bucket.write(id, 'original', bytes);
  const written = await bucket.read(id, 'original');
  if (!written || !isSame(written, bytes)) throw new Error('it reads differently than it was written.');
  return true;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/**
 * The files that belong to the pictures of a database, below DATA_DIR with `/` between; `needed`: people may see it.
 * Sizes are left out: they are made again.
 */
export async function* pictureFiles(db: Database): AsyncGenerator<{ path: string; needed: boolean }> {
  for await (const pictures of listStored(db)) {
    for (const { id, seen } of pictures)
      yield { path: `images/pictures/${pathOf(id, 'original')}`, needed: seen };
  }
}
