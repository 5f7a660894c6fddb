import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hasCameraMetadata, isAnimated, pictureTypeOf } from './picture-type.ts';

const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a7d6d' } });
const text = (words: string) => new TextEncoder().encode(words);
const media = (...brands: string[]) => {
  const box = text(`....ftyp${brands[0]}....${brands.slice(1).join('')}`);
  new DataView(box.buffer).setUint32(0, box.length);
  return box;
};

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a real %s is known by its content',
  async (type) => {
    expect(pictureTypeOf(new Uint8Array(await drawn.clone().toFormat(type).toBuffer()))).toBe(type);
  },
);

test.each([
  ['an iPhone photo', media('heic', 'mif1', 'heic'), 'heic'],
  ['a picture of a newer phone', media('mif1', 'heix'), 'heic'],
  ['an AVIF that names its container first', media('mif1', 'miaf', 'avif'), 'avif'],
  ['a video', media('isom', 'mp41'), undefined],
  ['a PDF', text('%PDF-1.7 and so on'), undefined],
  ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), undefined],
  ['a page', text('<!doctype html><script>alert(1)</script>'), undefined],
  ['a sound in the same family as WebP', text('RIFF....WAVEfmt '), undefined],
  ['two bytes', new Uint8Array([0xff, 0xd8]), undefined],
  ['a box cut short', text('....ftyp'), undefined],
  ['nothing', new Uint8Array(), undefined],
])('%s', (_, bytes, type) => {
  expect(pictureTypeOf(bytes)).toBe(type);
});

test('what moves is known, and what tells of a camera', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = sharp([await frame('red'), await frame('blue')], { join: { animated: true } });
  const moving = new Uint8Array(await frames.webp().toBuffer());
  const still = new Uint8Array(await drawn.clone().webp().toBuffer());
  expect([isAnimated('webp', moving), isAnimated('webp', still)]).toEqual([true, false]);
  const told = await drawn
    .clone()
    .withExif({ IFD0: { Make: 'A camera' } })
    .jpeg()
    .toBuffer();
  const plain = await drawn.clone().jpeg().toBuffer();
  expect([hasCameraMetadata('jpeg', told), hasCameraMetadata('jpeg', plain)]).toEqual([true, false]);
});
