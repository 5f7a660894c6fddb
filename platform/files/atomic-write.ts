import { open, rename, rm } from 'node:fs/promises';

/**
 * Writes a file of this user alone, elsewhere first and then by rename: nobody ever reads half of it, and nothing is
 * left of one that failed. Its name is durable once `syncFolder` has been there.
 */
export async function writeFileAtomic(
  elsewhere: string,
  place: string,
  content: Uint8Array | string,
): Promise<void> {
  try {
    const file = await open(elsewhere, 'wx', 0o600);
    try {
      await file.writeFile(content);
      // Without this a power cut could leave an empty one.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(elsewhere, place);
  } catch (error) {
    await rm(elsewhere, { force: true });
    throw error;
  }
}

/** A new name outlives a power cut only once its folder is on the disk too. (Windows has no such call, and no need of it.) */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
