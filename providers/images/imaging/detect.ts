import { fileTypeFromFile } from 'file-type';
import { AppError } from '#platform/errors.ts';

const readable = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif', 'image/gif'];

const heicAdvice =
  'This is an iPhone HEIC photo. On the iPhone choose Settings, Camera, Formats, Most Compatible, ' +
  'or share the photo as JPEG, and upload it again.';

/**
 * Decides by the first bytes of the content; a name or a declared type proves nothing.
 * @throws AppError unsupported-picture (415)
 */
export async function assertPictureType(file: string): Promise<void> {
  // The detector throws on some files that are cut short inside a header: those are of no type either.
  const found = await fileTypeFromFile(file).catch(() => undefined);
  if (found && readable.includes(found.mime)) return;
  const heic = found && /^image\/hei[cf]/.test(found.mime);
  throw new AppError('unsupported-picture', heic ? { message: heicAdvice } : {});
}
