import { join } from 'node:path';
import { SetupError } from '../errors.ts';
import { checksumFile, type FileChecksum, type Manifest, requirePlainFile } from './files.ts';

/**
 * Reads every file of a backup and compares it with the manifest.
 * @throws SetupError when a file is missing, differs, or is a link or a special file
 */
export async function requireIntactFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const file of files) {
    await requirePlainFile(folder, file.path);
    requireContent(file, await checksumFile(join(folder, file.path)));
  }
}

/** @throws SetupError when the content is missing or differs from the manifest */
export function requireContent(file: Manifest['files'][number], found: FileChecksum | undefined): void {
  if (!found) throw new SetupError(`The backup is incomplete: ${file.path} is missing.`);
  if (found.bytes !== file.bytes || found.sha256 !== file.sha256)
    throw new SetupError(`The backup is damaged: ${file.path} has changed.`);
}
