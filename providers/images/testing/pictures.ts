import sharp from 'sharp';
import { newId } from '#platform/ids.ts';
import type { Picture } from '../pictures/picture.ts';

/** Formats that can be uploaded. */
export const uploadFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;

/** A picture as the database stores it. */
export const storedPicture: Picture = {
  id: newId(),
  userId: 'rahim',
  width: 1000,
  height: 750,
  bytes: 3,
  format: 'jpeg',
  placeholder: 'data:image/webp;base64,AAAA',
  createdAt: 1_795_000_000_000,
};

/** A noisy picture, which compresses like a photo. */
export function picture(
  kind: (typeof uploadFormats)[number] = 'jpeg',
  width = 400,
  height = 300,
): Promise<Uint8Array> {
  return noise(width, height).toFormat(kind).toBuffer();
}

/** A photo of one color, which is quick to encode and small. */
export const flatJpeg = (width: number, height: number): Promise<Uint8Array> =>
  sharp({ create: { width, height, channels: 3, background: '#a3122a' } })
    .jpeg()
    .toBuffer();

/** Creates a picture that is half red and half transparent. */
export function transparentPicture(kind: 'png' | 'webp' | 'gif' = 'png'): Promise<Uint8Array> {
  const half = { create: { width: 100, height: 200, channels: 4 as const, background: '#a3122a' } };
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: 200, height: 200, channels: 4, background: clear } })
    .composite([{ input: half, left: 0, top: 0 }])
    .toFormat(kind)
    .toBuffer();
}

/** Creates a bar of one color with space around it, which is transparent. */
export const logoPicture = (width: number, height: number, color: string): Promise<Uint8Array> => {
  const [x, y] = [Math.round(width / 10), Math.round(height / 10)];
  const bar = {
    create: { width: width - 2 * x, height: height - 2 * y, channels: 4 as const, background: color },
  };
  return sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: bar, left: x, top: y }])
    .png()
    .toBuffer();
};

/** Reads the colors of a picture without transparency. */
export async function readPixels(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const partsOf = (color: string) =>
    [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
  return {
    at: (x: number, y: number): string => {
      const start = (y * info.width + x) * info.channels;
      return `#${data.subarray(start, start + 3).toString('hex')}`;
    },
    /** Whether two colors look the same. */
    isNear: (one: string, other: string): boolean =>
      partsOf(one).every((part, index) => Math.abs(part - (partsOf(other)[index] ?? 0)) < 12),
  };
}

/** A small AVIF whose header claims another size. */
export async function claimedAvif(width: number, height: number): Promise<Uint8Array> {
  const small = Buffer.from(await picture('avif', 64, 64));
  // Two 32-bit numbers after the box's name, version and flags.
  const size = small.indexOf('ispe') + 8;
  small.writeUInt32BE(width, size);
  small.writeUInt32BE(height, size + 4);
  return small;
}

/** The first bytes of an iPhone photo. The library cannot decode HEIC, so the rest is left out. */
export const heicHeader = Buffer.from(
  '0000002466747970686569630000000068656963686569784d6950726d6966316d696166',
  'hex',
);

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);

/** Reads the size, format and metadata of a picture. */
export const readMetadata = (bytes: Uint8Array) => sharp(bytes).metadata();

export function noise(width: number, height: number) {
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise: grain } });
}
