// The only file of the running site that imports sharp (`scripts/import-rules/rules.ts`).
import sharp, { type Sharp } from 'sharp';
import { AppError } from '#platform/errors.ts';
import type { Format, StoredFormat } from '../pictures/picture.ts';

/** Phones take photos of 50.1 to 50.4 megapixels. */
const MAX_PIXELS = 50_500_000;
/**
 * Memory for all pixels of the largest picture, with four channels of 8 bits. Interlaced pictures need it.
 */
const MAX_DECODED_BYTES = 4 * MAX_PIXELS;
/**
 * AVIF is decoded as a whole, with up to 25 bytes a pixel: a 1 KB file of 50 megapixels would take 1.2 GB.
 */
const MAX_AVIF_PIXELS = 16_000_000;
const AVIF_PIXEL_BYTES = 25;
/** 2560 px is the widest variant. A phone photo of that size fills a large screen and has about 1 MB. */
const MAX_SIDE_PX = 2560;
const TIMEOUT_SECONDS = 30;

// Each job uses one thread. The number of concurrent jobs is set in workers.ts.
sharp.concurrency(1);
sharp.cache(false);
// Only these five formats are ever parsed, whatever the file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((loader) => `VipsForeignLoad${loader}`),
});

export type CleanPicture = {
  original: Uint8Array;
  format: StoredFormat;
  width: number;
  height: number;
  placeholder: string;
};

/**
 * Decodes an uploaded file and returns the picture to store: upright, sRGB, without metadata, at most 2560
 * px. Only the first frame of an animation is used.
 * @throws AppError unreadable-picture, too-many-pixels (422)
 */
export async function cleanPicture(file: string): Promise<CleanPicture> {
  const { hasAlpha } = await readHeader(file);
  const encoded = hasAlpha ? await encodeWithAlpha(file) : await encodeOpaque(file);
  const placeholder = await sharp(encoded.original)
    .resize(16, 16, { fit: 'inside' })
    .webp({ quality: 40, alphaQuality: 40 })
    .toBuffer();
  return { ...encoded, placeholder: `data:image/webp;base64,${placeholder.toString('base64')}` };
}

type EncodedPicture = Omit<CleanPicture, 'placeholder'>;

/** Streams row by row, so that the pixels are never all in memory unless the picture must be rotated. */
async function encodeOpaque(file: string): Promise<EncodedPicture> {
  const { data, info } = await rejectAsUnreadable(
    openUpright(file).jpeg({ quality: 88 }).toBuffer({ resolveWithObject: true }),
  );
  return { original: data, format: 'jpeg', width: info.width, height: info.height };
}

/** Decodes all pixels first, because only then is it known whether the alpha channel is fully opaque. */
async function encodeWithAlpha(file: string): Promise<EncodedPicture> {
  const { data, info } = await rejectAsUnreadable(
    openUpright(file).raw().toBuffer({ resolveWithObject: true }),
  );
  const pixels = () => sharp(data, { raw: info });
  const isOpaque = info.channels % 2 === 1 || (await pixels().stats()).isOpaque;
  const format: StoredFormat = isOpaque ? 'jpeg' : 'webp';
  const encoded = isOpaque
    ? pixels().flatten().jpeg({ quality: 88 })
    : pixels().webp({ quality: 90, effort: 2 });
  return { original: await encoded.toBuffer(), format, width: info.width, height: info.height };
}

/** Opens a stored original, which is known to be a picture. */
export const openStored = (original: Uint8Array): Sharp => sharp(original);

/** Resizes a stored original to `width` pixels and encodes it in `format`. */
export function makeVariant(original: Uint8Array, width: number, format: Format): Promise<Uint8Array> {
  return encodeVariant(openStored(original).resize(width), format).toBuffer();
}

/**
 * Returns about how many bytes decoding an uploaded file takes, from its header.
 * @throws AppError unreadable-picture, too-many-pixels (422)
 */
export const measurePicture = async (file: string): Promise<number> => (await readHeader(file)).memoryBytes;

/** Reads only the header, so that a forged huge size costs nothing. */
async function readHeader(file: string): Promise<{ hasAlpha: boolean; memoryBytes: number }> {
  const header = sharp(file, { limitInputPixels: false }).metadata();
  const { width, height, format, hasAlpha, channels, depth, isProgressive } =
    await rejectAsUnreadable(header);
  const pixels = width * height;
  if (pixels > MAX_PIXELS) throw new AppError('too-many-pixels');
  if (format === 'heif') {
    if (pixels > MAX_AVIF_PIXELS)
      throw new AppError('too-many-pixels', { message: 'An AVIF picture may have at most 16 megapixels.' });
    return { hasAlpha, memoryBytes: pixels * AVIF_PIXEL_BYTES };
  }
  const decodedBytes = pixels * channels * (depth === 'uchar' ? 1 : 2);
  if (decodedBytes > MAX_DECODED_BYTES)
    throw new AppError('too-many-pixels', {
      message: 'This picture has too many pixels for 16 bits per color. Save it as a JPEG and upload that.',
    });
  // A progressive JPEG is first read as coefficients of 16 bits.
  const hasCoefficients = format === 'jpeg' && isProgressive;
  return { hasAlpha, memoryBytes: hasCoefficients ? 2 * decodedBytes : decodedBytes };
}

function openUpright(file: string): Sharp {
  // Ignore warnings: phones write JPEGs with small errors that every viewer tolerates.
  return sharp(file, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .toColourspace('srgb')
    .resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true });
}

async function rejectAsUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new AppError('unreadable-picture', { cause });
  }
}

/**
 * AVIF with 4:2:0 chroma, as cameras use. At effort 2 it takes up to 1.5 times as long as WebP at effort 4
 * and is a third smaller. Effort 3 takes twice as long as effort 2 and saves only 4 %.
 */
function encodeVariant(picture: Sharp, format: Format): Sharp {
  switch (format) {
    case 'avif':
      return picture.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' });
    case 'webp':
      return picture.webp({ quality: 75, effort: 4 });
    case 'jpeg':
      return picture.jpeg({ quality: 78, mozjpeg: true });
    case 'png':
      return picture.png({ palette: true, quality: 90 });
  }
}
