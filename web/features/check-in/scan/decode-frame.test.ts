import { randomBytes } from 'node:crypto';
import encodeQR from 'qr';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { formatToken } from '#contract/donation-pass.ts';
import { decodeFrame } from './decode-frame.ts';

/**
 * Pixels per square of a code on a phone that is 360 px wide, at arm's length from a camera that is 1280 px
 * wide.
 */
const MIN_PIXELS = 2.5;
const MAX_PIXELS = 4;

/** Returns a camera's picture of a pass on a phone: turned, blurred, with uneven light and noise. */
async function photograph(text: string, random: () => number) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const size = modules.length;
  const squares = Buffer.from(modules.flatMap((row) => row.map((dark) => (dark ? 20 : 235))));
  const width = Math.round(size * (MIN_PIXELS + random() * (MAX_PIXELS - MIN_PIXELS)));
  const large = await sharp(squares, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * 8, size * 8, { kernel: 'nearest' })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  const turned = await sharp(large)
    .rotate(random() * 40 - 20, { background: '#888' })
    .resize(Math.round(width * 1.3))
    .blur(0.3 + random() * 0.7)
    .extend({ top: 60, bottom: 60, left: 120, right: 120, background: '#777' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { info } = turned;
  const pixels = new Uint8ClampedArray(turned.data);
  for (let index = 0; index < pixels.length; index += 4) {
    const light = 0.75 + (0.25 * ((index / 4) % info.width)) / info.width;
    const noise = (random() - 0.5) * 30;
    for (let color = 0; color < 3; color += 1)
      pixels[index + color] = (pixels[index + color] ?? 0) * light + noise;
  }
  return { width: info.width, height: info.height, data: pixels };
}

/** Creates a seeded generator of numbers from 0 to 1, so that each run reads the same pictures. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("reads at least 95 of 100 passes at arm's length: turned, blurred, with noise", async () => {
  const random = createRandom(25);
  let read = 0;
  for (let n = 0; n < 100; n += 1) {
    const token = formatToken(randomBytes(24), randomBytes(64));
    if (decodeFrame(await photograph(token, random)) === token) read += 1;
  }
  expect(read).toBeGreaterThanOrEqual(95);
});

test('finds nothing in a picture without a code', () => {
  expect(decodeFrame({ width: 40, height: 40, data: new Uint8ClampedArray(6400) })).toBeUndefined();
});
