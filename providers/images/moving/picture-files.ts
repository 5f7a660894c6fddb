import { join } from 'node:path';
import type { Database } from '#platform/database/open.ts';
import { pathOf } from '../storage/storage.ts';
import { listKept } from './kept-repository.ts';

/** Where the disk storage keeps pictures, below DATA_DIR. */
export const picturesFolder = join('images', 'pictures');

/**
 * The files that belong to the pictures of a database, below DATA_DIR with `/` between; `needed`: people may see it.
 * Sizes are left out: they are made again.
 */
export async function* pictureFiles(db: Database): AsyncGenerator<{ path: string; needed: boolean }> {
  for await (const pictures of listKept(db)) {
    for (const { id, seen } of pictures)
      yield { path: `images/pictures/${pathOf(id, 'original')}`, needed: seen };
  }
}
