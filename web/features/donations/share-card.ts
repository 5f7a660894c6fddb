import { drawTree, treeSize } from './tree-shapes.ts';

const WIDTH = 1080;
const HEIGHT = 1350;
const SCALE = WIDTH / treeSize.width;
/** Height of the picture above the words, in pixels. */
const PICTURE = treeSize.height * SCALE;

export type CardText = { title: string; text: string; site: string };

/** Draws the card to share: the tree above the words. Nothing leaves the device. */
export function drawCard(canvas: HTMLCanvasElement, count: number, words: CardText): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  drawPicture(context, count);
  context.fillStyle = '#fffdfb';
  context.fillRect(0, PICTURE, WIDTH, HEIGHT - PICTURE);
  drawWords(context, words, getComputedStyle(canvas).fontFamily);
}

function drawPicture(context: CanvasRenderingContext2D, count: number): void {
  context.save();
  context.scale(SCALE, SCALE);
  context.lineCap = 'round';
  for (const { d, color, width, opacity = 1 } of drawTree(count)) {
    const path = new Path2D(d);
    context.globalAlpha = opacity;
    if (width) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.stroke(path);
    } else {
      context.fillStyle = color;
      context.fill(path);
    }
  }
  context.restore();
}

function drawWords(context: CanvasRenderingContext2D, { title, text, site }: CardText, font: string): void {
  context.textAlign = 'center';
  const lines: [text: string, size: number, y: number, color: string][] = [
    [title, 92, 1124, '#9c1322'],
    [text, 50, 1212, '#241917'],
    [site, 36, 1294, '#675550'],
  ];
  for (const [line, size, y, color] of lines) {
    context.font = `600 ${size}px ${font}`;
    context.fillStyle = color;
    context.fillText(line, WIDTH / 2, y, WIDTH - 80);
  }
}

export type ShareDeps = {
  canShare?: ((data: ShareData) => boolean) | undefined;
  share?: ((data: ShareData) => Promise<void>) | undefined;
};

/**
 * Shares the card as an image, or as text if the browser shares no files.
 * @returns false if the browser could not share it, so that the caller saves the card instead
 */
export async function shareCard(
  card: Blob,
  { name, text, url }: { name: string; text: string; url: string },
  { canShare, share }: ShareDeps,
): Promise<boolean> {
  if (!share) return false;
  const image: ShareData = { files: [new File([card], name, { type: card.type })] };
  try {
    await share(canShare?.(image) ? image : { text, url });
    return true;
  } catch (error) {
    // The donor closed the menu, which is not a failure.
    return error instanceof Error && error.name === 'AbortError';
  }
}
