import { open, rename, rm } from 'node:fs/promises';

/**
 * Writes a file that only this user can read. Writes to `temporaryPath` and then renames it, so that no
 * reader sees a partial file and a failure leaves nothing. The new name survives a power failure only after
 * `syncFolder`.
 */
export async function writeFileAtomic(
  temporaryPath: string,
  path: string,
  content: Uint8Array | string,
): Promise<void> {
  try {
    const file = await open(temporaryPath, 'wx', 0o600);
    try {
      await file.writeFile(content);
      // Otherwise a power failure could leave an empty file.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

/** Syncs a folder to disk, so that new names in it survive a power failure. Not needed on Windows. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
