import type { Database } from '#platform/database/open.ts';
import { listKept } from '../pictures/repository.ts';
import { pathOf } from '../storage/storage.ts';

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
