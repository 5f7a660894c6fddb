import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What a file holds. */
export type Content = { bytes: number; sha256: string };

/** What is in that file; nothing when there is none. */
export async function contentOf(path: string): Promise<Content | undefined> {
  await using file = await openThere(path);
  return file && (await readThrough(file, async () => {}));
}

/** Copies a file, durably and for this user alone, and tells what went over; nothing when there is none. */
export async function copyFile(from: string, to: string): Promise<Content | undefined> {
  await using source = await openThere(from);
  if (!source) return undefined;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await using target = await open(to, 'w', 0o600);
  const content = await readThrough(source, async (chunk) => void (await target.writeFile(chunk)));
  await target.sync();
  return content;
}

/** A name is durable once its folder is on the disk. (Windows has no such call, and no need of it.) */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Every folder of these files below `root`, and those above. */
export function syncFolders(root: string, files: readonly { path: string }[]): void {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let at = dirname(path); !folders.has(at); at = dirname(at)) folders.add(at);
  }
  for (const folder of folders) syncFolder(join(root, folder));
}

async function readThrough(file: FileHandle, take: (chunk: Buffer) => Promise<void>): Promise<Content> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    bytes += bytesRead;
    await take(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function openThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
