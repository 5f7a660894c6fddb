import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { SetupError } from '../../errors.ts';
import { syncFolder } from '../atomic-write.ts';

/** What a file holds. */
export type Content = { bytes: number; sha256: string };

/** What is in that file; nothing when there is none. */
export async function listContent(path: string): Promise<Content | undefined> {
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

/** Every folder of these files below `root`, and those above: a name is durable once its folder is on the disk. */
export async function syncFolders(root: string, files: readonly { path: string }[]): Promise<void> {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let at = dirname(path); !folders.has(at); at = dirname(at)) folders.add(at);
  }
  for (const folder of folders) await syncFolder(join(root, folder));
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

const manifestFile = 'manifest.json';

/** Below the backup's folder, with `/` between; never out of it. */
const Path = z.string().check(z.regex(/^(?!.*(^|\/)\.\.?(\/|$))[\w.-]+(\/[\w.-]+)*$/));

const ManifestFields = z.object({
  format: z.literal(1),
  /** Of the database: when it stood so. */
  madeAt: z.string(),
  files: z.array(z.object({ path: Path, bytes: z.number(), sha256: z.string() })),
  /** Files that the site itself had lost when the backup was made. */
  gone: z.array(z.string()),
});

/** What a backup consists of. */
export type Manifest = z.infer<typeof ManifestFields>;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeFile(join(folder, manifestFile), text, { mode: 0o600, flush: true });
}

/** @throws SetupError when the folder holds no whole backup of ours */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return z.parse(ManifestFields, JSON.parse(await readFile(join(folder, manifestFile), 'utf8')));
  } catch (cause) {
    throw new SetupError(
      `There is no whole backup in ${folder}: its ${manifestFile} is missing or cannot be read.`,
      { cause },
    );
  }
}
