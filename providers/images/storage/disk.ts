import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '#platform/ids.ts';
import type { Storage } from './storage.ts';

/** Files in `root/<last two letters of the id>/<id>/`: the first letters are the time and would fill one folder. */
export function diskStorage(root: string): Storage {
  const folderOf = (id: string) => join(root, id.slice(-2), id);
  return {
    async read(id, name) {
      try {
        return await readFile(join(folderOf(id), name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(id, name, bytes) {
      const folder = folderOf(id);
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(folder, name, bytes);
      await sync(folder);
      if (made) await syncAbove(folder, dirname(made));
    },
    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),
  };
}

/** Beside its place first, then by rename: nobody ever reads half a file. */
async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const beside = join(folder, `.${newId()}`);
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, join(folder, name));
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** A new name is durable only once its folder is on the disk too. (Windows has no such call, and no need of it.) */
async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The new folders themselves are names in the ones above. */
async function syncAbove(folder: string, top: string): Promise<void> {
  for (let at = folder; at !== top; ) {
    at = dirname(at);
    await sync(at);
  }
}
