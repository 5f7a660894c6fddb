import type { CanvasApi } from './draw.ts';
import { preparePicture } from './prepare.ts';

/** Draws beside the page, which stays quick meanwhile. */
const workerCanvas: CanvasApi = {
  async decode(file) {
    // Without its resize options: browsers disagree on what they mean for a picture that is to be turned.
    const bitmap = await createImageBitmap(file);
    return {
      width: bitmap.width,
      height: bitmap.height,
      source: bitmap,
      close: () => bitmap.close(),
    };
  },
  sheet(width, height) {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot draw in a worker.');
    return { context, toFile: (type, quality) => canvas.convertToBlob({ type, quality }) };
  },
};

addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(await preparePicture(data, workerCanvas));
});
