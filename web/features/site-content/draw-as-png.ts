/** Long side of the picture in pixels. Drawings have no size of their own. */
const LONG_SIDE = 2048;

/**
 * Draws an SVG file as PNG, because the image host takes no files that could contain scripts. In an image, a
 * browser runs no script and loads nothing.
 * @throws EncodingError if it is no drawing
 */
export async function drawAsPng(file: Blob): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const [width, height] = [image.naturalWidth || 1, image.naturalHeight || 1];
    const scale = LONG_SIDE / Math.max(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error())), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
