import sharp from 'sharp';

/** As phones take them, upright and lying. */
const shapes = [
  { width: 3000, height: 4000 },
  { width: 4000, height: 3000 },
  { width: 3000, height: 3000 },
];
const octaves = 9;

/**
 * A picture of nothing that compresses as a photograph does: light and colours wander over it at every scale, the finer
 * the fainter. The same number gives the same picture. JPEG.
 */
export async function phonePhoto(number: number): Promise<Buffer<ArrayBuffer>> {
  const { width, height } = shapes[number % shapes.length] ?? { width: 3000, height: 3000 };
  const next = randomBytes(number + 1);
  let pixels: Buffer = Buffer.alloc(0);
  let from = { width: 0, height: 0 };
  for (let octave = octaves - 1; octave >= 0; octave -= 1) {
    const to = { width: Math.ceil(width / 2 ** octave), height: Math.ceil(height / 2 ** octave) };
    pixels = from.width ? await enlarge(pixels, from, to) : Buffer.alloc(to.width * to.height * 3, 128);
    const strength = 0.75 * 0.52 ** (octaves - 1 - octave);
    for (let i = 0; i < pixels.length; i += 1)
      pixels[i] = clamp((pixels[i] ?? 0) + (next() - 128) * strength);
    from = to;
  }
  const raw = { width: from.width, height: from.height, channels: 3 } as const;
  return sharp(pixels, { raw }).jpeg({ quality: 85 }).toBuffer() as Promise<Buffer<ArrayBuffer>>;
}

type Size = { width: number; height: number };

const enlarge = (pixels: Buffer, from: Size, to: Size): Promise<Buffer> =>
  sharp(pixels, { raw: { ...from, channels: 3 } })
    .resize(to.width, to.height, { kernel: 'cubic', fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();

const clamp = (value: number): number => Math.max(0, Math.min(255, value));

/** xorshift: quick, and the same every time. */
function randomBytes(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 255;
  };
}
