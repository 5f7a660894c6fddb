import type { CanvasApi } from './draw.ts';
import { preparePicture } from './prepare.ts';

/** Draws in the worker, so that the page stays responsive. */
const workerCanvas: CanvasApi = {
  async decode(file) {
    // Do not pass resize options, because browsers interpret them differently for pictures with an
    // orientation.
    const bitmap = await createImageBitmap(file);
    return {
      width: bitmap.width,
      height: bitmap.height,
      source: bitmap,
      close: () => bitmap.close(),
    };
  },
  createCanvas(width, height) {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot draw in a worker.');
    return { context, toFile: (type, quality) => canvas.convertToBlob({ type, quality }) };
  },
};

addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(await preparePicture(data, workerCanvas));
});
