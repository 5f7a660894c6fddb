import {
  type CanvasApi,
  type Decoded,
  type DrawnPicture,
  drawPreview,
  MAX_SIDE,
  redrawPicture,
} from './draw.ts';
import {
  detectPictureType,
  HEADER_BYTES,
  hasMetadata,
  mayBeAnimated,
  type PictureType,
} from './picture-type.ts';

/** A picture ready for upload, with its size in pixels if known. */
export type PreparedPicture = { file: File; width?: number; height?: number; preview?: Blob };

/** The reason why a file cannot be uploaded. */
export type PictureRejection = 'empty' | 'type' | 'heic' | 'unreadable' | 'large';

export type PrepareResult = { prepared: PreparedPicture } | { rejected: PictureRejection };

/** The image host's maximum file size. */
const MAX_BYTES = 10 * 1024 * 1024;
/** File size above which a redraw is worth the time: about that of a 2560 px photo at quality 85. */
const REDRAW_THRESHOLD_BYTES = 1.5 * 1024 * 1024;

/** Checks a file before its upload and reduces its size if that is worthwhile. Never rejects. */
export async function preparePicture(file: File, canvasApi: CanvasApi): Promise<PrepareResult> {
  if (file.size === 0) return { rejected: 'empty' };
  const header = await readHeader(file);
  if (!header) return { rejected: 'unreadable' };
  const type = detectPictureType(header);
  if (!type) return { rejected: 'type' };
  const decoded = await canvasApi.decode(file).catch(() => undefined);
  if (!decoded) return prepareUndecoded(file, type);
  try {
    const preview = await drawPreview(decoded, canvasApi).catch(() => undefined);
    const outcome = await reduceSize(file, type, header, decoded, canvasApi);
    if ('prepared' in outcome && preview) outcome.prepared.preview = preview;
    return outcome;
  } finally {
    decoded.close();
  }
}

/** Returns the first bytes, or undefined for a folder or a file that was deleted after it was chosen. */
const readHeader = async (file: File): Promise<Uint8Array | undefined> => {
  try {
    return new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  } catch {
    return undefined;
  }
};

/** Accepts an AVIF that the browser cannot decode, because the image host can. */
function prepareUndecoded(file: File, type: PictureType): PrepareResult {
  if (type === 'heic') return { rejected: 'heic' };
  if (type !== 'avif') return { rejected: 'unreadable' };
  return file.size > MAX_BYTES ? { rejected: 'large' } : { prepared: { file } };
}

async function reduceSize(
  file: File,
  type: PictureType,
  header: Uint8Array,
  decoded: Decoded,
  canvasApi: CanvasApi,
): Promise<PrepareResult> {
  const { width, height } = decoded;
  const original: DrawnPicture = { file, width, height };
  const isRedrawRequired = Math.max(width, height) > MAX_SIDE || file.size > MAX_BYTES || type === 'heic';
  const canRedraw = !mayBeAnimated(type, header);
  const mustRemoveMetadata = canRedraw && !isRedrawRequired && (await hasMetadata(file));
  const redrawn =
    canRedraw && (isRedrawRequired || mustRemoveMetadata || file.size > REDRAW_THRESHOLD_BYTES)
      ? await redrawPicture(decoded, type, canvasApi).catch(() => undefined)
      : undefined;

  if (type === 'heic' && !redrawn) return { rejected: 'heic' };
  const isWorthwhile =
    redrawn && (isRedrawRequired || mustRemoveMetadata || redrawn.file.size < 0.9 * file.size);
  const uploaded = isWorthwhile && redrawn.file.size <= MAX_BYTES ? redrawn : original;
  if (uploaded.file.size > MAX_BYTES) return { rejected: 'large' };
  return {
    prepared: { file: withName(uploaded.file, file), width: uploaded.width, height: uploaded.height },
  };
}

const fileExtensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/png': 'png',
};

/** Creates a file with the original's name, and a new extension if the type changed. */
function withName(content: Blob, { name, lastModified, type }: File): File {
  if (content instanceof File) return content;
  const extension = fileExtensions[content.type];
  const fileName =
    content.type === type || !extension ? name : `${name.replace(/\.[^.]*$/, '')}.${extension}`;
  return new File([content], fileName, { type: content.type, lastModified });
}
