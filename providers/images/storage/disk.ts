import { mkdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeFileAtomic } from '#platform/files/atomic-write.ts';
import { newId } from '#platform/ids.ts';
import { pathOf, type Storage } from './storage.ts';

/** Where pictures rest below DATA_DIR. */
export const picturesFolder = join('images', 'pictures');

/** Where files are written before they get their name; what lies there for long is left from a crash. */
export const writingFolder = (root: string): string => join(root, '.writing');

/** Files in `root/<last two letters of the id>/<id>/`. */
export function diskStorage(root: string): Storage {
  const writing = writingFolder(root);
  const fileOf = (id: string, name: string) => join(root, pathOf(id, name));
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
      await mkdir(writing, { recursive: true, mode: 0o700 });
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(writing, newId()), file, bytes);
      await syncFolder(folder);
      if (made) await syncAbove(folder, dirname(made));
    },
    async remove(id, name) {
      const folder = join(root, pathOf(id));
      // Somebody may be writing there at this moment: then the folder is not empty yet.
      if (name === undefined) return rm(folder, { recursive: true, force: true, maxRetries: 3 });
      await rm(join(folder, name), { force: true });
      await rmdir(folder).catch(() => {});
    },
  };
}

/** The new folders themselves are names in the ones above. */
async function syncAbove(folder: string, top: string): Promise<void> {
  for (let at = folder; at !== top; ) {
    at = dirname(at);
    await syncFolder(at);
  }
}
