import { canvases, type LogoForm } from './logo-forms.ts';
import { openStored } from './sharp.ts';

/** The widest mark, in relation to its height. */
const MAX_MARK_RATIO = 3;
/** The part of a canvas that a logo without a background of its own covers, at most. */
const MAX_BARE_PART = 0.86;

/**
 * Draws a logo in the middle of a canvas. The canvas has a background, so that a logo looks the same on light
 * and dark pages.
 */
export async function drawLogo(original: Uint8Array, form: LogoForm): Promise<Uint8Array> {
  const canvas = canvases[form];
  const { width = 1, height = 1 } = await openStored(original).metadata();
  const { background, isBare } = await chooseBackground(original);
  const ratio = Math.min(MAX_MARK_RATIO, Math.max(1, width / height));
  const canvasWidth = form === 'mark' ? Math.round(canvas.height * ratio) : canvas.width;
  const part = isBare ? Math.min(canvas.part, MAX_BARE_PART) : canvas.part;
  const scale = Math.min((canvasWidth * part) / width, (canvas.height * part) / height);
  const size = { width: toPixels(width * scale), height: toPixels(height * scale) };
  const [x, y] = [canvasWidth - size.width, canvas.height - size.height];
  const drawn = openStored(original)
    .resize(size.width, size.height, { fit: 'fill' })
    .flatten({ background })
    .extend({
      left: Math.floor(x / 2),
      right: Math.ceil(x / 2),
      top: Math.floor(y / 2),
      bottom: Math.ceil(y / 2),
      background,
    });
  return (canvas.format === 'jpeg' ? drawn.jpeg({ quality: 85, mozjpeg: true }) : drawn.png()).toBuffer();
}

const toPixels = (length: number): number => Math.max(1, Math.round(length));

/** Light and dark paper (web/styles/tokens.css). */
const LIGHT = '#ffffff';
const DARK = '#161110';
/** Linear light from which something is hard to see on white. */
const MAX_LIGHT = 0.65;
const SAMPLE_SIDE = 64;
const CHANNELS = 4;

/**
 * Returns white or dark paper behind a transparent logo, whichever most of it stands out from; for others, the
 * color that all four corners have, otherwise white.
 */
async function chooseBackground(original: Uint8Array): Promise<{ background: string; isBare: boolean }> {
  const bytes = await openStored(original)
    .ensureAlpha()
    .resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
  const pixels = Array.from({ length: SAMPLE_SIDE ** 2 }, (_, index) => [
    ...bytes.subarray(index * CHANNELS, (index + 1) * CHANNELS),
  ]);
  const visible = pixels.filter(([, , , alpha = 0]) => alpha >= 128);
  if (visible.length < 0.99 * pixels.length) {
    const light = visible.filter((pixel) => luminance(pixel) > MAX_LIGHT);
    return { background: light.length > visible.length / 2 ? DARK : LIGHT, isBare: true };
  }
  const corners = [0, SAMPLE_SIDE - 1, pixels.length - SAMPLE_SIDE, pixels.length - 1].map(
    (index) => pixels[index] ?? [],
  );
  return { background: commonColor(corners) ?? LIGHT, isBare: false };
}

const luminance = ([red = 0, green = 0, blue = 0]: number[]): number =>
  [0.2126 * red ** 2.2, 0.7152 * green ** 2.2, 0.0722 * blue ** 2.2].reduce((sum, part) => sum + part) /
  255 ** 2.2;

/** How much a channel may differ between corners of the same color, after compression. */
const MAX_DIFFERENCE = 24;

function commonColor(corners: number[][]): string | undefined {
  const channels = [0, 1, 2].map((channel) => corners.map((corner) => corner[channel] ?? 0));
  if (channels.some((values) => Math.max(...values) - Math.min(...values) > MAX_DIFFERENCE)) return undefined;
  const hex = channels.map((values) =>
    Math.round(values.reduce((sum, value) => sum + value) / values.length)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}
