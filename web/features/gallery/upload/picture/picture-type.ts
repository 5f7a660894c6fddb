export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** How many bytes from the start of a file `detectPictureType` and `mayBeAnimated` need. */
export const HEADER_BYTES = 64 * 1024;

/**
 * Detects a picture's type from its first bytes, because the name and the declared type can be wrong. The
 * file-type package would add 40 KB for 200 formats.
 */
export function detectPictureType(header: Uint8Array): PictureType | undefined {
  const start = textOf(header.subarray(0, 64));
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp';
  return start.slice(4, 8) === 'ftyp' ? typeByBrand(header) : undefined;
}

/** True for all GIFs and for animated WebP and PNG: redrawing would keep only the first frame. */
export const mayBeAnimated = (type: PictureType, header: Uint8Array): boolean =>
  type === 'gif' ||
  (type === 'webp' && textOf(header.subarray(0, 64)).includes('ANIM')) ||
  (type === 'png' && textOf(header).includes('acTL'));

/** Texts that occur in the metadata (Exif, XMP, IPTC) of JPEG, PNG, WebP and AVIF pictures. */
const metadataMarks = [
  'Exif',
  'eXIf',
  'EXIF',
  'XMP ',
  'adobe',
  'rdf+xml',
  'Raw profile type',
  'Photoshop 3.0',
];
const SEARCH_BYTES = 1024 * 1024;

/**
 * True for a picture with metadata, which may contain the location and the camera. Some types have it at the
 * end, so the whole file is searched.
 */
export async function hasMetadata(file: Blob): Promise<boolean> {
  for (let offset = 0; offset < file.size; offset += SEARCH_BYTES) {
    // Parts overlap, because a mark may lie across the boundary.
    const part = file.slice(offset, offset + SEARCH_BYTES + 16);
    const text = textOf(new Uint8Array(await part.arrayBuffer()));
    if (metadataMarks.some((mark) => text.includes(mark))) return true;
  }
  return false;
}

/**
 * Reads the brands of an ISO media file from its first box: length, `ftyp`, major brand, version, more
 * brands.
 */
function typeByBrand(header: Uint8Array): PictureType | undefined {
  const length = new DataView(header.buffer, header.byteOffset).getUint32(0);
  const brands = textOf(header.subarray(8, Math.min(length, 256))).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : undefined;
}

function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let offset = 0; offset < bytes.length; offset += 8192)
    text += String.fromCharCode(...bytes.subarray(offset, offset + 8192));
  return text;
}
