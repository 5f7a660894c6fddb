import { createHash } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { SetupError } from '../errors.ts';
import { syncFolder } from '../files/atomic-write.ts';

/** The size and checksum of a file's content. */
export type FileChecksum = { bytes: number; sha256: string };

/** Returns size and checksum of a file, or undefined if there is none. */
export async function checksumFile(path: string): Promise<FileChecksum | undefined> {
  await using file = await openIfExists(path);
  return file && (await readContent(file, async () => {}));
}

/** Copies a file, synced to disk and readable by this user only. Returns undefined if there is none. */
export async function copyFile(from: string, to: string): Promise<FileChecksum | undefined> {
  await using source = await openIfExists(from);
  if (!source) return undefined;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await using target = await open(to, 'w', 0o600);
  const content = await readContent(source, async (chunk) => void (await target.writeFile(chunk)));
  await target.sync();
  return content;
}

/** Syncs all folders of these files up to `root`, so that their names survive a power failure. */
export async function syncFolders(root: string, files: readonly { path: string }[]): Promise<void> {
  const paths = new Set<string>();
  for (const { path } of files) {
    for (let at = dirname(path); !paths.has(at); at = dirname(at)) paths.add(at);
  }
  for (const folder of paths) await syncFolder(join(root, folder));
}

async function readContent(
  file: FileHandle,
  onChunk: (chunk: Buffer) => Promise<void>,
): Promise<FileChecksum> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    bytes += bytesRead;
    await onChunk(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function openIfExists(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Checks that the path is a file and its folders are not links, because a link may lead elsewhere and reading
 * a pipe never ends.
 */
export async function requirePlainFile(from: string, path: string): Promise<void> {
  const parts = path.split('/');
  for (const length of parts.keys()) {
    const part = parts.slice(0, length + 1).join('/');
    const stats = await lstat(join(from, part)).catch(ignoreMissing);
    if (stats && !(part === path ? stats.isFile() : stats.isDirectory()))
      throw new SetupError(
        `The backup contains ${part}, which is a link or another special file. Restore a backup as it was made.`,
      );
  }
}

export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

const manifestFile = 'manifest.json';

/** A path relative to the backup's folder, with `/` and without `..`. */
const Path = z.string().check(z.regex(/^(?!.*(^|\/)\.\.?(\/|$))[\w.-]+(\/[\w.-]+)*$/));

const ManifestFields = z.object({
  format: z.literal(1),
  /** Time of the database snapshot. */
  madeAt: z.string(),
  files: z.array(z.object({ path: Path, bytes: z.number(), sha256: z.string() })),
  /** Files that the site had already lost when the backup was made. */
  gone: z.array(z.string()),
  /** Version of the site that made the backup. */
  version: z.optional(z.string()),
  /** Heads of the staff log at the time of the snapshot, for `log verify`. */
  heads: z.optional(z.array(z.string())),
});

/** The list of a backup's files, with their sizes and checksums. */
export type Manifest = z.infer<typeof ManifestFields>;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeFile(join(folder, manifestFile), text, { mode: 0o600, flush: true });
}

/** @throws SetupError if the manifest is missing, invalid, a link or a special file */
export async function readManifest(folder: string): Promise<Manifest> {
  await requirePlainFile(folder, manifestFile);
  try {
    return z.parse(ManifestFields, JSON.parse(await readFile(join(folder, manifestFile), 'utf8')));
  } catch (cause) {
    throw new SetupError(
      `There is no complete backup in ${folder}: its ${manifestFile} is missing or cannot be read.`,
      { cause },
    );
  }
}
