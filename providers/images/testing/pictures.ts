import { crc32 } from 'node:zlib';
import sharp from 'sharp';

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** A noisy picture, which compresses like a photo. */
export function picture(kind: PictureKind = 'jpeg', width = 400, height = 300): Promise<Uint8Array> {
  return noise(width, height).toFormat(kind).toBuffer();
}

/** Half red, half see-through. */
export function transparentPicture(kind: 'png' | 'webp' | 'gif' = 'png'): Promise<Uint8Array> {
  const half = { create: { width: 100, height: 200, channels: 4 as const, background: '#a3122a' } };
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: 200, height: 200, channels: 4, background: clear } })
    .composite([{ input: half, left: 0, top: 0 }])
    .toFormat(kind)
    .toBuffer();
}

/** As a phone writes it: lying on its side, with the place, the camera, its owner and a wide colour profile. */
export function phonePhoto(width = 400, height = 300): Promise<Uint8Array> {
  return noise(width, height)
    .withExif({
      IFD0: { Make: 'SecretCamera', Artist: 'SecretOwner' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '23/1 48/1 0/1', GPSAreaInformation: 'SecretPlace' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>SecretNote</note></x:xmpmeta>')
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A PNG of a few bytes whose header claims that size. */
export function claimedPng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(8)), chunk('IEND')]);
}

/** A small AVIF whose header claims that size. */
export async function claimedAvif(width: number, height: number): Promise<Uint8Array> {
  const small = Buffer.from(await picture('avif', 64, 64));
  // Two 32-bit numbers, after the name of their box, its version and its flags.
  const size = small.indexOf('ispe') + 8;
  small.writeUInt32BE(width, size);
  small.writeUInt32BE(height, size + 4);
  return small;
}

/** The first bytes of an iPhone's photo; the library has no decoder for what would follow. */
export const heicHeader = Buffer.from(
  '0000002466747970686569630000000068656963686569784d6950726d6966316d696166',
  'hex',
);

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);

/** What a served or kept picture tells of itself. */
export const facts = (bytes: Uint8Array) => sharp(bytes).metadata();

function noise(width: number, height: number) {
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise: grain } });
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
