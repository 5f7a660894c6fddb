// The only file that knows the picture library.
import sharp, { type Sharp } from 'sharp';
import { AppError } from '#platform/errors.ts';
import type { Format, StoredFormat } from '../pictures/picture.ts';

const MOST_PIXELS = 50_000_000;
/** AVIF is unpacked as a whole, up to 25 bytes a pixel: of 50 megapixels a kilobyte on the line takes 1.2 GB. */
const MOST_OF_AVIF = 16_000_000;
/** 2560 px is the largest rung of the ladder: a phone photo still fills a large screen, at about 1 MB. */
const LONGEST_SIDE = 2560;
const SLOWEST_SECONDS = 30;

// Each job uses one thread; how many jobs run at once is decided in workers.ts.
sharp.concurrency(1);
sharp.cache(false);
// Nothing but the five formats is ever parsed, whatever a file pretends to be.
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
 * Reads an uploaded file and makes the picture that we keep: upright, sRGB, without any metadata, at most 2560 px.
 * Of an animation the first frame is kept.
 * @throws AppError unreadable-picture, too-many-pixels (422)
 */
export async function cleanPicture(file: string): Promise<CleanPicture> {
  const hasAlpha = await assertSize(file);
  const kept = hasAlpha ? await keepAlpha(file) : await keepOpaque(file);
  const placeholder = await sharp(kept.original)
    .resize(16, 16, { fit: 'inside' })
    .webp({ quality: 40, alphaQuality: 40 })
    .toBuffer();
  return { ...kept, placeholder: `data:image/webp;base64,${placeholder.toString('base64')}` };
}

type Kept = Omit<CleanPicture, 'placeholder'>;

/** Row by row from one file to the other: the pixels are never all in memory, unless they must be turned. */
async function keepOpaque(file: string): Promise<Kept> {
  const { data, info } = await readable(
    upright(file).jpeg({ quality: 88 }).toBuffer({ resolveWithObject: true }),
  );
  return { original: data, format: 'jpeg', width: info.width, height: info.height };
}

/** Whether anything of it is really see-through is known only when it has been read. */
async function keepAlpha(file: string): Promise<Kept> {
  const { data, info } = await readable(upright(file).raw().toBuffer({ resolveWithObject: true }));
  const pixels = () => sharp(data, { raw: info });
  const opaque = info.channels % 2 === 1 || (await pixels().stats()).isOpaque;
  const format: StoredFormat = opaque ? 'jpeg' : 'webp';
  const encoded = opaque
    ? pixels().flatten().jpeg({ quality: 88 })
    : pixels().webp({ quality: 90, effort: 2 });
  return { original: await encoded.toBuffer(), format, width: info.width, height: info.height };
}

/** Makes a stored original `width` pixels wide, in that format. */
export function makeVariant(original: Uint8Array, width: number, format: Format): Promise<Uint8Array> {
  return encodeVariant(sharp(original).resize(width), format).toBuffer();
}

/** The header alone is read here, so that a picture that only claims to be huge costs nothing. Tells of an alpha channel. */
async function assertSize(file: string): Promise<boolean> {
  const header = sharp(file, { limitInputPixels: false }).metadata();
  const { width, height, format, hasAlpha } = await readable(header);
  const pixels = width * height;
  if (pixels > MOST_PIXELS) throw new AppError('too-many-pixels');
  if (format === 'heif' && pixels > MOST_OF_AVIF)
    throw new AppError('too-many-pixels', { message: 'An AVIF picture may have at most 16 megapixels.' });
  return hasAlpha;
}

function upright(file: string): Sharp {
  // Warnings are let pass: phones write JPEGs with small faults that every viewer forgives.
  return sharp(file, { failOn: 'error', limitInputPixels: MOST_PIXELS })
    .timeout({ seconds: SLOWEST_SECONDS })
    .autoOrient()
    .toColourspace('srgb')
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true });
}

async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new AppError('unreadable-picture', { cause });
  }
}

/**
 * AVIF with half the colours is what cameras keep too. At effort 2 it takes up to one and a half times as long as WebP at
 * 4 and is a third smaller; at 3 it takes twice as long again, for 4 %.
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
