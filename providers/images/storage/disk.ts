import { mkdir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeFileAtomic } from '#platform/files/atomic-write.ts';
import { newId } from '#platform/ids.ts';
import { type Clock, hours } from '#platform/time.ts';
import { type Storage, storagePath } from './storage.ts';

/** Folder of the stored pictures, below DATA_DIR. */
export const picturesFolder = join('images', 'pictures');

/** Files are written here and then renamed. Old files here are left from a crash. */
export const temporaryFolder = (root: string): string => join(root, '.writing');

/** Storage on the disk: files in `root/<last two characters of the id>/<id>/`. */
export function createDiskStorage(root: string): Storage {
  const temporary = temporaryFolder(root);
  const fileOf = (id: string, name: string) => join(root, storagePath(id, name));
  return {
    async read(id, name) {
      try {
        return await readFile(fileOf(id, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    pathFor: fileOf,
    async write(id, name, bytes) {
      const file = fileOf(id, name);
      const folder = dirname(file);
      await mkdir(temporary, { recursive: true, mode: 0o700 });
      const firstNewFolder = await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(temporary, newId()), file, bytes);
      await syncFolder(folder);
      if (firstNewFolder) await syncParents(folder, dirname(firstNewFolder));
    },
    async remove(id, name) {
      const folder = join(root, storagePath(id));
      // Retry, because another process may be writing to the folder, which is then not empty yet.
      if (name === undefined) return rm(folder, { recursive: true, force: true, maxRetries: 3 });
      await rm(join(folder, name), { force: true });
      await rmdir(folder).catch(() => {});
    },
  };
}

/** Syncs the parents of a new folder, because each folder is an entry in its parent. */
async function syncParents(folder: string, top: string): Promise<void> {
  for (let current = folder; current !== top; ) {
    current = dirname(current);
    await syncFolder(current);
  }
}

/**
 * Removes files older than an hour, which a crash left in a folder for unfinished files. Creates the folder.
 */
export async function removeStaleFiles(folder: string, clock: Clock): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // The writer of a missing file has finished it in the meantime.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < clock() - hours(1)) await rm(path, { force: true });
  }
}
