import {
  type CanvasApi,
  type Decoded,
  type DrawnPicture,
  drawPreview,
  MAX_SIDE,
  redrawPicture,
} from './draw.ts';
import {
  HEADER_LENGTH,
  hasCameraMetadata,
  isAnimated,
  type PictureType,
  pictureTypeOf,
} from './picture-type.ts';

/** A picture as it will be sent. Pixels where they are known. */
export type PreparedPicture = { file: File; width?: number; height?: number; preview?: Blob };

/** Why a file is not sent at all. */
export type PictureRejection = 'empty' | 'type' | 'heic' | 'unreadable' | 'large';

export type PrepareResult = { prepared: PreparedPicture } | { refused: PictureRejection };

/** Bytes that the image host takes at most. */
const maxBytes = 10 * 1024 * 1024;
/** Bytes above which drawing a picture anew is worth the time: a 2560 px photo of quality 85 has about as many. */
const lightBytes = 1.5 * 1024 * 1024;

/** Looks at what was chosen before a byte of it is sent, and makes it lighter where that pays. Never rejects. */
export async function preparePicture(file: File, studio: CanvasApi): Promise<PrepareResult> {
  if (file.size === 0) return { refused: 'empty' };
  const head = await headOf(file);
  if (!head) return { refused: 'unreadable' };
  const type = pictureTypeOf(head);
  if (!type) return { refused: 'type' };
  const decoded = await studio.decode(file).catch(() => undefined);
  if (!decoded) return unseen(file, type);
  try {
    const preview = await drawPreview(decoded, studio).catch(() => undefined);
    const outcome = await lighten(file, type, head, decoded, studio);
    if ('prepared' in outcome && preview) outcome.prepared.preview = preview;
    return outcome;
  } finally {
    decoded.close();
  }
}

/** A folder, or a file that has gone meanwhile, cannot be read. */
const headOf = async (file: File): Promise<Uint8Array | undefined> => {
  try {
    return new Uint8Array(await file.slice(0, HEADER_LENGTH).arrayBuffer());
  } catch {
    return undefined;
  }
};

/** Not every browser reads AVIF, but the image host does. */
function unseen(file: File, type: PictureType): PrepareResult {
  if (type === 'heic') return { refused: 'heic' };
  if (type !== 'avif') return { refused: 'unreadable' };
  return file.size > maxBytes ? { refused: 'large' } : { prepared: { file } };
}

async function lighten(
  file: File,
  type: PictureType,
  head: Uint8Array,
  decoded: Decoded,
  studio: CanvasApi,
): Promise<PrepareResult> {
  const { width, height } = decoded;
  const asItIs: DrawnPicture = { file, width, height };
  const told = hasCameraMetadata(type, head);
  const large = Math.max(width, height) > MAX_SIDE || file.size > maxBytes || type === 'heic';
  const redraw = !isAnimated(type, head) && (large || told || file.size > lightBytes);
  const drawn = redraw ? await redrawPicture(decoded, type, studio).catch(() => undefined) : undefined;

  if (type === 'heic' && !drawn) return { refused: 'heic' };
  const pays = drawn && (large || told || drawn.file.size < 0.9 * file.size);
  const sent = pays && drawn.file.size <= maxBytes ? drawn : asItIs;
  if (sent.file.size > maxBytes) return { refused: 'large' };
  return { prepared: { file: named(sent.file, file), width: sent.width, height: sent.height } };
}

const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' };

/** The same name; only an ending that has become untrue changes with the type. */
function named(content: Blob, { name, lastModified, type }: File): File {
  if (content instanceof File) return content;
  const ending = endings[content.type];
  const kept = content.type === type || !ending ? name : `${name.replace(/\.[^.]*$/, '')}.${ending}`;
  return new File([content], kept, { type: content.type, lastModified });
}
