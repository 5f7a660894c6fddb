import type { PictureType } from './picture-type.ts';

/** Pixels of the longer side: what the image host keeps of a picture. */
export const MAX_SIDE = 2560;

const previewSide = 192;

export type DrawnPicture = { file: Blob; width: number; height: number };

/** The picture anew, upright, without anything that its file told beside it, no larger than needed. */
export async function redrawPicture(
  decoded: Decoded,
  type: PictureType,
  studio: CanvasApi,
): Promise<DrawnPicture> {
  const { width, height } = fitInto(MAX_SIDE, decoded);
  const sheet = draw(decoded, studio, width, height);
  const opaque = type === 'jpeg' || type === 'heic' || isOpaque(sheet, width, height);
  const file = await sheet.toFile(opaque ? 'image/jpeg' : 'image/webp', 0.85);
  return { file, width, height };
}

/** Small enough that a list of thirty holds on an old phone. */
export async function drawPreview(decoded: Decoded, studio: CanvasApi): Promise<Blob> {
  const { width, height } = fitInto(previewSide, decoded);
  return draw(decoded, studio, width, height).toFile('image/webp', 0.8);
}

function draw(decoded: Decoded, studio: CanvasApi, width: number, height: number): Canvas {
  const sheet = studio.sheet(width, height);
  if (!keepsWhatIsDrawn(sheet)) throw new Error('This browser gives noise in place of what is drawn.');
  sheet.context.imageSmoothingQuality = 'high';
  sheet.context.drawImage(decoded.source, 0, 0, width, height);
  return sheet;
}

function fitInto(
  side: number,
  { width, height }: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const ink = [9, 99, 199, 255] as const;

/** Browsers that resist fingerprints hand back white or noise, which would then be sent as somebody's photo. */
function keepsWhatIsDrawn({ context }: Canvas): boolean {
  context.fillStyle = `rgb(${ink[0]}, ${ink[1]}, ${ink[2]})`;
  context.fillRect(0, 0, 1, 1);
  const { data } = context.getImageData(0, 0, 1, 1);
  context.clearRect(0, 0, 1, 1);
  // Some change each pixel by a hair only, which nobody sees.
  return ink.every((level, channel) => Math.abs((data[channel] ?? 0) - level) < 9);
}

const stripRows = 64;

/** Looks at a few rows at a time: all pixels at once would take as much memory as the sheet itself. */
function isOpaque({ context }: Canvas, width: number, height: number): boolean {
  for (let top = 0; top < height; top += stripRows) {
    const { data } = context.getImageData(0, top, width, Math.min(stripRows, height - top));
    for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  }
  return true;
}

/** What a browser can do with a picture: on the page itself, or in a worker beside it. */
export type CanvasApi = {
  /** Decodes a picture and turns it upright. Rejects where this browser cannot. */
  decode(file: Blob): Promise<Decoded>;
  /** An empty, transparent sheet. */
  sheet(width: number, height: number): Canvas;
};

export type Decoded = {
  /** Pixels, upright. */
  width: number;
  height: number;
  source: CanvasImageSource;
  /** Gives the memory back: 48 MB for 12 megapixels. */
  close(): void;
};

type Canvas = {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  /** A browser that cannot write a type writes PNG instead. */
  toFile(type: string, quality: number): Promise<Blob>;
};
