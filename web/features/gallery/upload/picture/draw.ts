import type { PictureType } from './picture-type.ts';

/** Longer side in pixels. The image host stores no larger pictures. */
export const MAX_SIDE = 2560;

const PREVIEW_SIDE = 192;

export type DrawnPicture = { file: Blob; width: number; height: number };

/** Redraws a picture upright, without its metadata, and at most MAX_SIDE wide or high. */
export async function redrawPicture(
  decoded: Decoded,
  type: PictureType,
  canvasApi: CanvasApi,
): Promise<DrawnPicture> {
  const { width, height } = fitWithin(MAX_SIDE, decoded);
  const canvas = draw(decoded, canvasApi, width, height);
  const hasNoTransparency = type === 'jpeg' || type === 'heic' || isOpaque(canvas, width, height);
  const file = await canvas.toFile(hasNoTransparency ? 'image/jpeg' : 'image/webp', 0.85);
  return { file, width, height };
}

/** Draws a preview small enough for an old phone to show 30 of them. */
export async function drawPreview(decoded: Decoded, canvasApi: CanvasApi): Promise<Blob> {
  const { width, height } = fitWithin(PREVIEW_SIDE, decoded);
  return draw(decoded, canvasApi, width, height).toFile('image/webp', 0.8);
}

function draw(decoded: Decoded, canvasApi: CanvasApi, width: number, height: number): Canvas {
  const canvas = canvasApi.createCanvas(width, height);
  if (!isReadable(canvas)) throw new Error('This browser returns noise instead of the drawn pixels.');
  canvas.context.imageSmoothingQuality = 'high';
  canvas.context.drawImage(decoded.source, 0, 0, width, height);
  return canvas;
}

function fitWithin(
  side: number,
  { width, height }: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const TEST_COLOR = [9, 99, 199, 255] as const;

/**
 * False in browsers that resist fingerprinting by returning white or noise, which would replace the photo.
 */
function isReadable({ context }: Canvas): boolean {
  context.fillStyle = `rgb(${TEST_COLOR[0]}, ${TEST_COLOR[1]}, ${TEST_COLOR[2]})`;
  context.fillRect(0, 0, 1, 1);
  const { data } = context.getImageData(0, 0, 1, 1);
  context.clearRect(0, 0, 1, 1);
  // Accept small, invisible changes, which some browsers make.
  return TEST_COLOR.every((level, channel) => Math.abs((data[channel] ?? 0) - level) < 9);
}

const STRIP_ROWS = 64;

/** Reads a few rows at a time, because all pixels at once would need as much memory as the canvas itself. */
function isOpaque({ context }: Canvas, width: number, height: number): boolean {
  for (let top = 0; top < height; top += STRIP_ROWS) {
    const { data } = context.getImageData(0, top, width, Math.min(STRIP_ROWS, height - top));
    for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  }
  return true;
}

/** Decodes and draws pictures, in the page or in a worker. */
export type CanvasApi = {
  /** Decodes a picture and applies its orientation. Rejects if the browser cannot decode it. */
  decode(file: Blob): Promise<Decoded>;
  /** Creates an empty, transparent canvas. */
  createCanvas(width: number, height: number): Canvas;
};

export type Decoded = {
  /** In pixels, after orientation. */
  width: number;
  height: number;
  source: CanvasImageSource;
  /** Frees the memory: 48 MB for 12 megapixels. */
  close(): void;
};

type Canvas = {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  /** Encodes the canvas, as PNG if the browser does not support `type`. */
  toFile(type: string, quality: number): Promise<Blob>;
};
