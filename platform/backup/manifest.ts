import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { SetupError } from '../errors.ts';

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
      {
        cause,
      },
    );
  }
}
