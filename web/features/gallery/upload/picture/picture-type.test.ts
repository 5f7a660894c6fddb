import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { detectPictureType, hasMetadata, mayBeAnimated } from './picture-type.ts';

const testPicture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a7d6d' } });
const bytesOf = (content: string) => new TextEncoder().encode(content);
const isoMediaFile = (...brands: string[]) => {
  const box = bytesOf(`....ftyp${brands[0]}....${brands.slice(1).join('')}`);
  new DataView(box.buffer).setUint32(0, box.length);
  return box;
};

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'detects a real %s by its content',
  async (type) => {
    expect(detectPictureType(new Uint8Array(await testPicture.clone().toFormat(type).toBuffer()))).toBe(type);
  },
);

test.each([
  ['an iPhone photo', isoMediaFile('heic', 'mif1', 'heic'), 'heic'],
  ['a picture of a newer phone', isoMediaFile('mif1', 'heix'), 'heic'],
  ['an AVIF that names its container first', isoMediaFile('mif1', 'miaf', 'avif'), 'avif'],
  ['a video', isoMediaFile('isom', 'mp41'), undefined],
  ['a PDF', bytesOf('%PDF-1.7 and so on'), undefined],
  ['an SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), undefined],
  ['an HTML page', bytesOf('<!doctype html><script>alert(1)</script>'), undefined],
  ['a WAVE sound, in a RIFF container like WebP', bytesOf('RIFF....WAVEfmt '), undefined],
  ['two bytes', new Uint8Array([0xff, 0xd8]), undefined],
  ['a truncated box', bytesOf('....ftyp'), undefined],
  ['an empty file', new Uint8Array(), undefined],
])('detects the type of %s', (_, bytes, type) => {
  expect(detectPictureType(bytes)).toBe(type);
});

test('detects animations and metadata', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = sharp([await frame('red'), await frame('blue')], { join: { animated: true } });
  const animated = new Uint8Array(await frames.webp().toBuffer());
  const still = new Uint8Array(await testPicture.clone().webp().toBuffer());
  expect([mayBeAnimated('webp', animated), mayBeAnimated('webp', still)]).toEqual([true, false]);
  const exif = { IFD0: { Make: 'A camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '23/1 48/1 0/1' } };
  for (const type of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const encode = (picture: Sharp) => picture.toFormat(type).toBuffer();
    const plain = await encode(testPicture.clone());
    const photos = [
      await encode(testPicture.clone().withExif(exif)),
      await encode(testPicture.clone().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')),
    ];
    for (const photo of photos) expect(await hasMetadata(new Blob([new Uint8Array(photo)])), type).toBe(true);
    expect(await hasMetadata(new Blob([new Uint8Array(plain)])), type).toBe(false);
  }
});
