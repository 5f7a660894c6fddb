import type { Studio } from './studio.ts';

/** Draws on the page itself: where a worker cannot draw, or its script did not come through a bad line. */
export const pageStudio: Studio = {
  async decode(file) {
    const image = new Image();
    image.src = URL.createObjectURL(file);
    const close = () => {
      URL.revokeObjectURL(image.src);
      image.removeAttribute('src');
    };
    try {
      await image.decode();
    } catch (error) {
      close();
      throw error;
    }
    return { width: image.naturalWidth, height: image.naturalHeight, source: image, close };
  },
  sheet(width, height) {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser gives no canvas of that size.');
    const toFile = (type: string, quality: number) =>
      new Promise<Blob>((resolve, reject) =>
        canvas.toBlob(
          (file) => {
            // Safari keeps the memory of a canvas until it is made small.
            canvas.width = canvas.height = 0;
            if (file) resolve(file);
            else reject(new Error('The canvas could not be written.'));
          },
          type,
          quality,
        ),
      );
    return { context, toFile };
  },
};
