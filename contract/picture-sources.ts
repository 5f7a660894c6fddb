/** Further widths in pixels, for wide columns and high-density screens. */
const largerWidths = [486, 640, 972, 1280];

/**
 * The width of a gallery column. The gallery has one column, two from 600 px, and three from 1200 px. The
 * value for one column is an eighth less than its width, which is invisible at a density of 1.5 or more and
 * saves 40 % of the bytes at 1.75.
 */
const sizes = '(min-width: 1200px) 340px, (min-width: 600px) 292px, 277px';

export type PictureSources = { src: string; srcSet: string; sizes: string };

/**
 * Returns the attributes of an `<img>` for a picture of the image host.
 * @param width the picture's own width in pixels, if known
 */
export function getPictureSources(img: string, width?: number): PictureSources {
  const urlPrefix = `${img}${img.includes('?') ? '&' : '?'}auto=format&`;
  const larger = largerWidths.filter((candidate) => width === undefined || candidate <= width);
  const srcSet = [
    `${urlPrefix}w=162 162w`,
    `${urlPrefix}w=162&dpr=2 324w`,
    ...larger.map((pixels) => `${urlPrefix}w=${pixels} ${pixels}w`),
  ].join(', ');
  return { src: `${urlPrefix}w=162`, srcSet, sizes };
}
