export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** How much of a file `pictureTypeOf` and its like want to see, in bytes. */
export const HEADER_LENGTH = 64 * 1024;

/** What a file is by its first bytes; its name and declared type prove nothing. (file-type knows 200 formats in 40 KB.) */
export function pictureTypeOf(head: Uint8Array): PictureType | undefined {
  const start = textOf(head.subarray(0, 64));
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp';
  return start.slice(4, 8) === 'ftyp' ? typeByBrand(head) : undefined;
}

/** Moving pictures, of which drawing them anew would leave the first frame only. */
export const isAnimated = (type: PictureType, head: Uint8Array): boolean =>
  type === 'gif' ||
  (type === 'webp' && textOf(head.subarray(0, 64)).includes('ANIM')) ||
  (type === 'png' && textOf(head).includes('acTL'));

/** A JPEG as cameras write it: it may tell where it was taken, and by whose camera. */
export const hasCameraMetadata = (type: PictureType, head: Uint8Array): boolean =>
  type === 'jpeg' && textOf(head).includes('Exif\0\0');

/** ISO media files name their kinds in a first box: its length, `ftyp`, the main brand, a version, more brands. */
function typeByBrand(head: Uint8Array): PictureType | undefined {
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const brands = textOf(head.subarray(8, Math.min(length, 256))).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : undefined;
}

function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}
