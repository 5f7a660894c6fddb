import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { noise, picture } from './pictures.ts';

/**
 * Marker in every metadata field and in the non-image part of every polyglot. It must not appear in a stored
 * picture.
 */
export const canary = 'SecretThing';

/**
 * Creates a PNG, by default with 8 bits of gray, whose pixel data inflates to `uncompressedBytes` zero bytes,
 * regardless of width and height.
 */
export function createGrayPng(
  width: number,
  height: number,
  uncompressedBytes: number,
  extra: Buffer[] = [],
  kind = { bits: 8, colorType: 0, interlaced: 0 },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([kind.bits, kind.colorType, 0, 0, kind.interlaced], 8);
  const rows = deflateSync(Buffer.alloc(uncompressedBytes), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(name), data]);
  const lengthAndCrc = Buffer.alloc(8);
  lengthAndCrc.writeUInt32BE(data.length, 0);
  lengthAndCrc.writeUInt32BE(crc32(typeAndData), 4);
  return Buffer.concat([lengthAndCrc.subarray(0, 4), typeAndData, lengthAndCrc.subarray(4)]);
}

/**
 * Creates an interlaced PNG with 16 bits for each of three colors. In each pass, each line has one additional
 * byte.
 */
export const createDeepPng = (
  width: number,
  height: number,
  uncompressedBytes = (6 * width + 4) * height,
): Buffer => createGrayPng(width, height, uncompressedBytes, [], { bits: 16, colorType: 2, interlaced: 1 });

/** Creates a PNG chunk, of text or a color profile, that inflates to `uncompressedBytes` bytes. */
export const compressedChunk = (name: 'zTXt' | 'iCCP', uncompressedBytes: number): Buffer =>
  pngChunk(name, Buffer.concat([Buffer.from('note\0\0'), deflateSync(Buffer.alloc(uncompressedBytes, 'a'))]));

/**
 * Inserts segments after a JPEG's first marker. `0xfe`: comment, `0xe1`: Exif or XMP, `0xe2`: profile,
 * `0xed`: IPTC.
 */
export function withSegments(
  jpeg: Uint8Array,
  segments: [marker: number, content: string | Buffer][],
): Buffer {
  const all = segments.map(([marker, content]) => {
    const bytes = Buffer.from(content as string);
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(bytes.length + 2, 2);
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...all, jpeg.subarray(2)]);
}

/**
 * Creates a progressive JPEG of one color that repeats its small last scan `times` times. Each scan forces
 * the decoder to process the whole picture.
 */
export async function pictureWithManyScans(width: number, times: number): Promise<Buffer> {
  const flat = sharp({ create: { width, height: width, channels: 3, background: '#a3122a' } });
  const jpeg = await flat.jpeg({ progressive: true }).toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from('ffda', 'hex'));
  const scan = jpeg.subarray(last, -2);
  return Buffer.concat([jpeg.subarray(0, last), ...Array<Buffer>(times).fill(scan), jpeg.subarray(-2)]);
}

/** Creates a GIF of `frames` frames, each of one color. */
export function pictureWithManyFrames(width: number, frames: number): Promise<Buffer> {
  const pages = Buffer.alloc(width * width * frames * 3, 120);
  const raw = { width, height: width * frames, channels: 3 as const, pageHeight: width };
  return sharp(pages, { raw })
    .gif({ delay: Array<number>(frames).fill(20) })
    .toBuffer();
}

/** Files that are both a picture and another type. */
export async function polyglots(): Promise<Record<string, Buffer>> {
  const [jpeg, gif, webp] = [
    await picture('jpeg', 60, 40),
    await picture('gif', 60, 40),
    await picture('webp', 60, 40),
  ];
  const page = `<html><script>alert("${canary}")</script></html>`;
  const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from(canary)]);
  // Served as JavaScript, `GIF89a/*...` is valid code: the width 0x2a2f is `/*`, and the script follows the
  // image.
  const script = Buffer.concat([gif, Buffer.from(`*/=1;alert("${canary}")`)]);
  return {
    'JPEG with HTML in a comment': withSegments(jpeg, [[0xfe, page]]),
    'JPEG followed by HTML': Buffer.concat([jpeg, Buffer.from(page)]),
    'JPEG followed by a ZIP archive': Buffer.concat([jpeg, zip]),
    'GIF followed by JavaScript': script,
    'PNG with PHP in a text chunk': createGrayPng(60, 40, 61 * 40, [
      pngChunk('tEXt', Buffer.from(`c\0<?php echo "${canary}"; ?>`)),
    ]),
    'WebP followed by HTML': Buffer.concat([webp, Buffer.from(page)]),
  };
}

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${canary}</note></x:xmpmeta>`;

/** A photo as a phone writes it: rotated, with location, camera, owner and a wide color profile. */
export function phonePhoto(): Promise<Uint8Array> {
  return noise(400, 300)
    .withExif({
      IFD0: { Make: canary, Artist: canary },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '23/1 48/1 0/1', GPSAreaInformation: canary },
    })
    .withXmp(xmp)
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A photo with all metadata that cameras, editors and agencies write. */
export async function pictureWithMetadata(): Promise<Buffer> {
  const photo = await noise(400, 300)
    .withExif({ IFD0: { Artist: canary, ImageDescription: canary }, IFD3: { GPSAreaInformation: canary } })
    .withXmp(xmp)
    .jpeg()
    .toBuffer();
  const caption = Buffer.concat([Buffer.from('1c0278000b', 'hex'), Buffer.from(canary)]);
  const iptc = Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0'), caption]);
  const manifest = Buffer.from(`JP\0\x01\0\0\0\x01\0\0\0\x40jumbc2pa${canary}`);
  return withSegments(photo, [
    [0xfe, `made by ${canary}`],
    [0xe2, `ICC_PROFILE\0\x01\x01 owner ${canary}`],
    [0xe2, `MPF\0 ${canary}`],
    [0xed, iptc],
    [0xeb, manifest],
    [0xe1, `http://ns.adobe.com/xmp/extension/\0${canary}`],
  ]);
}
